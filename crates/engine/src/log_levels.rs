//! The log level of each component of the server. Nothing is logged; the levels are only stored and shown.
//! <https://www.mongodb.com/docs/manual/reference/method/db.setLogLevel/>

use crate::error::{Error, Result};
use crate::value::{DocBuilder, RawDoc, RawValue};
use sorted_map::SortedMap;

/// The components in display order. A dot separates a component from its subcomponent.
const COMPONENTS: &[&str] = &[
    "accessControl",
    "assert",
    "command",
    "control",
    "executor",
    "geo",
    "globalIndex",
    "index",
    "network",
    "network.asio",
    "network.bridge",
    "network.connectionPool",
    "processHealth",
    "query",
    "query.optimizer",
    "query.ce",
    "query.rejected",
    "queryStats",
    "replication",
    "replication.election",
    "replication.heartbeats",
    "replication.initialSync",
    "replication.rollback",
    "sharding",
    "sharding.rangeDeleter",
    "sharding.shardingCatalogRefresh",
    "sharding.migration",
    "sharding.reshard",
    "sharding.migrationPerf",
    "storage",
    "storage.recovery",
    "storage.journal",
    "storage.wt",
    "storage.wt.wtBackup",
    "storage.wt.wtCheckpoint",
    "storage.wt.wtCompact",
    "storage.wt.wtEviction",
    "storage.wt.wtHS",
    "storage.wt.wtRecovery",
    "storage.wt.wtRTS",
    "storage.wt.wtSalvage",
    "storage.wt.wtTiered",
    "storage.wt.wtTimestamp",
    "storage.wt.wtTransaction",
    "storage.wt.wtVerify",
    "storage.wt.wtWriteLog",
    "write",
    "ftdc",
    "tracking",
    "transaction",
    "tenantMigration",
    "test",
    "resourceConsumption",
    "streams",
];

/// The level of a component that inherits its parent's.
const INHERITED: i32 = -1;

/// The levels that were set, by component. The empty name is the default.
#[derive(Clone, Debug, Default)]
pub(crate) struct LogLevels(SortedMap<String, i32>);

impl LogLevels {
    /// Returns the default level.
    pub(crate) fn general(&self) -> i32 {
        self.0.get("").copied().unwrap_or(0).max(0)
    }

    /// Sets the default level.
    ///
    /// # Errors
    /// `BadValue` (2) unless it is a non-negative number.
    pub(crate) fn set_general(&mut self, level: RawValue<'_>) -> Result<()> {
        let level = read_level("logLevel", level)?;
        if level < 0 {
            return Err(Error::bad_value(format!(
                "Invalid value for parameter logLevel: {level} is not greater than or equal to 0"
            )));
        }
        self.0.insert(String::new(), level);
        Ok(())
    }

    /// Writes the levels of all components into a document.
    pub(crate) fn write(&self, out: &mut DocBuilder) {
        out.append_i32("verbosity", self.general());
        self.write_parts("", out);
    }

    fn write_parts(&self, whole: &str, out: &mut DocBuilder) {
        for path in COMPONENTS {
            let part = path.strip_prefix(whole).filter(|part| !part.is_empty() && !part.contains('.'));
            let Some(part) = part else { continue };
            out.document(part, |component| {
                component.append_i32("verbosity", self.0.get(*path).copied().unwrap_or(INHERITED));
                self.write_parts(&format!("{path}."), component);
            });
        }
    }

    /// Sets the levels in a document.
    ///
    /// # Errors
    /// `BadValue` (2) for unknown components and for levels that are not numbers. Some levels may have been
    /// set before.
    pub(crate) fn set(&mut self, levels: RawDoc<'_>) -> Result<()> {
        self.set_parts("", levels)
    }

    fn set_parts(&mut self, whole: &str, levels: RawDoc<'_>) -> Result<()> {
        for element in levels.iter() {
            if element.name() == "verbosity" {
                let level = read_level("verbosity", element.value)?;
                self.0.insert(whole.trim_end_matches('.').to_owned(), level);
                continue;
            }
            let path = format!("{whole}{}", element.name());
            if !COMPONENTS.contains(&path.as_str()) {
                return Err(Error::bad_value(format!("Invalid component name {path}")));
            }
            match element.value.as_document() {
                Some(parts) => self.set_parts(&format!("{path}."), parts)?,
                // A number is the level of the component itself.
                None => {
                    let level = read_level(&path, element.value)?;
                    self.0.insert(path, level);
                }
            }
        }
        Ok(())
    }
}

/// Parses a level, truncated to an integer.
fn read_level(name: &str, value: RawValue<'_>) -> Result<i32> {
    let number = value.as_number().map(|number| number.to_f64());
    let level = number.ok_or_else(|| Error::bad_value(format!("Expected {name} to be a number")))?;
    Ok((level as i32).max(INHERITED))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subcomponents_are_nested() {
        let mut levels = LogLevels::default();
        let mut spec = DocBuilder::new();
        spec.document("storage", |storage| {
            storage.document("journal", |journal| {
                journal.append_i32("verbosity", 2);
            });
        });
        levels.set(RawDoc::new(&spec.finish())).expect("there are such components");
        let mut out = DocBuilder::new();
        levels.write(&mut out);
        let shown = out.finish();
        let storage =
            RawDoc::new(&shown).get("storage").and_then(RawValue::as_document).expect("it is shown");
        let names: Vec<_> = storage.iter().map(|part| part.name().to_owned()).collect();
        assert_eq!(names, ["verbosity", "recovery", "journal", "wt"]);
        let journal = storage.get("journal").and_then(RawValue::as_document).expect("it is shown");
        let level = journal.get("verbosity").and_then(RawValue::as_number).expect("it is a number");
        assert!((level.to_f64() - 2.0).abs() < f64::EPSILON);
    }
}
