//! Validators: <https://www.mongodb.com/docs/manual/core/schema-validation/>.

use std::rc::Rc;

use crate::aggregate::expression::Environment;
use crate::error::{Error, ErrorCode, Result};
use crate::internal_namespaces::is_internal;
use crate::query::{Filter, FilterContext};
use crate::value::{DocBuilder, RawDoc, RawValue, uuid_text};

/// The documents that a validator applies to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValidationLevel {
    /// None.
    Off,
    /// All.
    #[default]
    Strict,
    /// New documents, and documents that were valid before the update.
    Moderate,
}

/// The consequence of a violation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValidationAction {
    /// The write fails.
    #[default]
    Error,
    /// The write succeeds; a server logs a warning.
    Warn,
}

/// Rejects validators on namespaces that must not have one
/// (<https://www.mongodb.com/docs/manual/core/schema-validation/specify-query-expression-rules/#restrictions>).
///
/// # Errors
/// `InvalidOptions` (72) for the server's own databases and collections.
pub fn validator_place(database: &str, name: &str, uuid: impl FnOnce() -> [u8; 16]) -> Result<()> {
    let refused = if name.starts_with("system.") {
        let uuid = uuid_text(&uuid());
        format!("Document validators not allowed on system collection {database}.{name} with UUID {uuid}")
    } else if is_internal(database) {
        let uuid = uuid_text(&uuid());
        format!(
            "Document validators are not allowed on collection {database}.{name} with UUID {uuid} in the {database} internal database"
        )
    } else {
        return Ok(());
    };
    Err(Error::new(ErrorCode::INVALID_OPTIONS, refused))
}

/// The validator of a collection.
#[derive(Clone, Debug)]
pub struct Validator {
    filter: Rc<Filter>,
    /// The environment of the compiled filter: its `$$NOW` is the time of each write.
    environment: Rc<Environment>,
    level: ValidationLevel,
    action: ValidationAction,
}

impl ValidationLevel {
    /// Parses `off`, `strict` or `moderate`. Errors name `structure`, the object that contains the text.
    ///
    /// # Errors
    /// `BadValue` for other texts.
    pub fn parse(text: &str, structure: &str) -> Result<Self> {
        match text {
            "off" => Ok(ValidationLevel::Off),
            "strict" => Ok(ValidationLevel::Strict),
            "moderate" => Ok(ValidationLevel::Moderate),
            other => Err(Error::unknown_enumeration_value(&format!("{structure}.validationLevel"), other)),
        }
    }
}

impl ValidationAction {
    /// Parses `error` or `warn`. Errors name `structure`, the object that contains the text.
    ///
    /// # Errors
    /// `BadValue` for other texts.
    pub fn parse(text: &str, structure: &str) -> Result<Self> {
        match text {
            "error" => Ok(ValidationAction::Error),
            "warn" => Ok(ValidationAction::Warn),
            other => Err(Error::unknown_enumeration_value(&format!("{structure}.validationAction"), other)),
        }
    }
}

impl Validator {
    /// Compiles a validator.
    ///
    /// # Errors
    /// Errors of compiling its filter.
    pub fn new(filter: RawDoc<'_>, level: ValidationLevel, action: ValidationAction) -> Result<Self> {
        let environment = Rc::new(Environment::default());
        let context = FilterContext::with_values(environment.clone(), Vec::new()).for_validator();
        let filter = Rc::new(Filter::parse(filter, &context)?);
        Ok(Validator { filter, environment, level, action })
    }

    /// Whether a document is valid at a time, regardless of the validation action.
    ///
    /// # Errors
    /// Errors of the filter.
    pub fn accepts(&self, document: RawDoc<'_>, now_millis: i64) -> Result<bool> {
        self.environment.now_millis.set(now_millis);
        Ok(self.level == ValidationLevel::Off || self.filter.matches(document)?)
    }

    /// Checks whether a document may be stored at a time. `before` is the document before an update.
    ///
    /// # Errors
    /// `DocumentValidationFailure` (121) with `errInfo`.
    pub fn check(&self, document: RawDoc<'_>, before: Option<RawDoc<'_>>, now_millis: i64) -> Result<()> {
        if self.level == ValidationLevel::Off || self.action == ValidationAction::Warn {
            return Ok(());
        }
        self.environment.now_millis.set(now_millis);
        if self.filter.matches(document)? {
            return Ok(());
        }
        if let Some(before) = before.filter(|_| self.level == ValidationLevel::Moderate)
            && !self.filter.matches(before)?
        {
            return Ok(());
        }
        let mut reply = DocBuilder::new();
        reply.document("errInfo", |info| {
            info.append_raw("failingDocumentId", document.get("_id").unwrap_or(RawValue::NULL));
            info.document("details", |details| self.filter.explain_failure(document, details));
        });
        let error = Error::new(ErrorCode::DOCUMENT_VALIDATION_FAILURE, "Document failed validation");
        Err(error.with_details(reply))
    }
}
