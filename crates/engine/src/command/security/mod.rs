//! Authentication, user and role management commands:
//! <https://www.mongodb.com/docs/manual/reference/command/nav-user-management/>.

mod create_role;
mod create_user;
mod drop_all_roles_from_database;
mod drop_all_users_from_database;
mod drop_role;
mod drop_user;
mod grant_privileges_to_role;
mod grant_roles_to_role;
mod grant_roles_to_user;
mod invalidate_user_cache;
mod logout;
mod revoke_privileges_from_role;
mod revoke_roles_from_role;
mod revoke_roles_from_user;
mod roles_info;
mod update_role;
mod update_user;
mod users_info;

use super::Command;

/// The commands of this group.
pub(super) static TABLE: &[&Command] = &[
    &create_role::COMMAND,
    &create_user::COMMAND,
    &drop_all_roles_from_database::COMMAND,
    &drop_all_users_from_database::COMMAND,
    &drop_role::COMMAND,
    &drop_user::COMMAND,
    &grant_privileges_to_role::COMMAND,
    &grant_roles_to_role::COMMAND,
    &grant_roles_to_user::COMMAND,
    &invalidate_user_cache::COMMAND,
    &logout::COMMAND,
    &revoke_privileges_from_role::COMMAND,
    &revoke_roles_from_role::COMMAND,
    &revoke_roles_from_user::COMMAND,
    &roles_info::COMMAND,
    &update_role::COMMAND,
    &update_user::COMMAND,
    &users_info::COMMAND,
];
