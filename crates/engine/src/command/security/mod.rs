//! Authentication, user and role management commands:
//! <https://www.mongodb.com/docs/manual/reference/command/nav-user-management/>.

mod create_user;
mod drop_all_users_from_database;
mod drop_user;
mod grant_roles_to_user;
mod logout;
mod revoke_roles_from_user;
mod roles_info;
mod update_user;
mod users_info;

use super::Command;

/// The commands of this group.
pub(super) static TABLE: &[&Command] = &[
    &create_user::COMMAND,
    &drop_all_users_from_database::COMMAND,
    &drop_user::COMMAND,
    &grant_roles_to_user::COMMAND,
    &logout::COMMAND,
    &revoke_roles_from_user::COMMAND,
    &roles_info::COMMAND,
    &update_user::COMMAND,
    &users_info::COMMAND,
];
