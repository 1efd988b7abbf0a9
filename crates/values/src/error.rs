//! Errors as the server reports them: code, code name, message.

use crate::{DocBuilder, RawDoc, RawValue, type_name};

/// A failed command or write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    code: i32,
    message: String,
    /// Further fields of the reply (`keyPattern`, `keyValue`, `errInfo` …), as a document.
    details: Option<Box<[u8]>>,
    /// Set if the fault is in a constant part of an expression.
    of_constants: Option<OptimizedPart>,
    /// See [`Self::or_by_slots`].
    by_slots: Option<SlotEngineError>,
}

/// Faults that have a different code in a server's slot-based engine
/// (<https://www.mongodb.com/docs/manual/reference/operator/aggregation/group/#-group-optimizations>).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotEngineError {
    /// `$divide` by zero.
    Divide,
    /// `$mod` by zero.
    Mod,
    /// `$switch` without a matching branch.
    Switch,
}

/// The part that was being optimized when the fault in a constant was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptimizedPart {
    /// A projection during parsing. Its message has no prefix.
    Projection,
    /// An `$expr` during parsing of a query.
    Query,
    /// A pipeline, after parsing.
    Pipeline,
}

impl OptimizedPart {
    /// Returns the prefix of the message.
    const fn words(self) -> &'static str {
        match self {
            OptimizedPart::Projection => "",
            OptimizedPart::Query => "Failed to optimize expression :: caused by :: ",
            OptimizedPart::Pipeline => "Failed to optimize pipeline :: caused by :: ",
        }
    }
}

impl SlotEngineError {
    const fn code(self) -> i32 {
        match self {
            SlotEngineError::Divide => 4848401,
            SlotEngineError::Mod => 4848403,
            SlotEngineError::Switch => 7158303,
        }
    }
}

/// The result of fallible engine functions.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Creates an error with a code (see [`ErrorCode`]; five-digit location codes are plain numbers).
    pub fn new(code: i32, message: impl Into<String>) -> Self {
        Error { code, message: message.into(), details: None, of_constants: None, by_slots: None }
    }

    /// Creates a `BadValue` (2) error.
    pub fn bad_value(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::BAD_VALUE, message)
    }

    /// Creates a `MaxTimeMSExpired` (50) error: the command takes longer than its `maxTimeMS`.
    pub fn time_limit() -> Self {
        Self::new(ErrorCode::MAX_TIME_MS_EXPIRED, "operation exceeded time limit")
    }

    /// Creates a `FailedToParse` (9) error.
    pub fn failed_to_parse(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::FAILED_TO_PARSE, message)
    }

    /// Creates a `TypeMismatch` (14) error.
    pub fn type_mismatch(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::TYPE_MISMATCH, message)
    }

    /// Creates a `NotImplemented` (238) error for a MongoDB feature that this engine lacks.
    pub fn not_supported(what: &str) -> Self {
        Self::new(ErrorCode::NOT_IMPLEMENTED, format!("{what} is not supported by this playground"))
    }

    /// Creates the error 40415 for an unknown field. `document` is the document's name in messages: a command, a stage,
    /// or a path below one.
    pub fn unknown_field(document: &str, field: &str) -> Self {
        Self::new(40415, format!("BSON field '{document}.{field}' is an unknown field."))
    }

    /// Creates the error 40414 for a missing required field.
    pub fn missing_field(document: &str, field: &str) -> Self {
        Self::new(40414, format!("BSON field '{document}.{field}' is missing but a required field"))
    }

    /// Creates an error for a value of a type that is invalid in its place. In the text, `{type}` is replaced by the
    /// name of the type.
    #[cold]
    pub fn wrong_type(code: i32, text: &str, tag: u8) -> Self {
        Self::new(code, text.replace("{type}", type_name(tag)))
    }

    /// Creates a `TypeMismatch` (14) error for a field of the wrong type. `expected` is the name of a type, or of
    /// several separated by commas.
    pub fn wrong_field_type(document: &str, field: &str, value: RawValue<'_>, expected: &str) -> Self {
        let expected = if expected.contains(',') {
            // The quote before the bracket is the server's.
            format!("types '[{expected}']")
        } else {
            format!("type '{expected}'")
        };
        let given = type_name(value.tag);
        Self::type_mismatch(format!(
            "BSON field '{document}.{field}' is the wrong type '{given}', expected {expected}"
        ))
    }

    /// Like [`Self::wrong_field_type`], for an element of the array at path `array`.
    pub fn wrong_element_type(array: &str, index: usize, value: RawValue<'_>, expected: &str) -> Self {
        Self::wrong_field_type(array, &index.to_string(), value, expected)
    }

    /// Creates a `CommandNotSupportedOnView` (166) error for an operation that requires a stored collection.
    pub fn not_on_view(database: &str, name: &str) -> Self {
        Self::new(
            ErrorCode::COMMAND_NOT_SUPPORTED_ON_VIEW,
            format!("Namespace {database}.{name} is a view, not a collection"),
        )
    }

    /// Creates a `BadValue` (2) error for a string that its field does not allow. `field` is the field's path.
    pub fn unknown_enumeration_value(field: &str, value: &str) -> Self {
        Self::bad_value(format!("Enumeration value '{value}' for field '{field}' is not a valid value."))
    }

    /// Adds the fields of a document to the reply.
    #[must_use]
    pub fn with_details(mut self, details: DocBuilder) -> Self {
        self.details = Some(details.finish().into_boxed_slice());
        self
    }

    /// Marks a fault in a constant part of an expression, which occurs for any document.
    #[must_use]
    pub fn of_constants(mut self) -> Self {
        self.of_constants = Some(OptimizedPart::Projection);
        self
    }

    /// Whether the fault is in a constant part of an expression.
    pub fn is_of_constants(&self) -> bool {
        self.of_constants.is_some()
    }

    /// Whether the fault was found while this part was being optimized.
    pub fn is_found_in(&self, optimised: OptimizedPart) -> bool {
        self.of_constants == Some(optimised)
    }

    /// Sets the fault for which a server's slot-based engine has a different code.
    #[must_use]
    pub fn or_by_slots(mut self, fault: SlotEngineError) -> Self {
        self.by_slots = Some(fault);
        self
    }

    /// Converts the error to that of a server's slot-based engine.
    #[must_use]
    pub fn by_slots(self) -> Self {
        match self.by_slots {
            Some(fault) => Self::new(fault.code(), self.message),
            None => self,
        }
    }

    /// For a fault in a constant, sets the part that was being optimized.
    #[must_use]
    pub fn found_in(mut self, optimised: OptimizedPart) -> Self {
        if self.of_constants.is_none() {
            return self;
        }
        self.of_constants = Some(optimised);
        self.context(optimised.words())
    }

    /// Prepends text to the message.
    #[must_use]
    pub fn context(mut self, prefix: &str) -> Self {
        self.message.insert_str(0, prefix);
        // A prefixed error was raised before any engine evaluated the expression.
        self.by_slots = None;
        self
    }

    /// Returns the numeric code.
    pub fn code(&self) -> i32 {
        self.code
    }

    /// Returns the code's name; `Location<code>` for codes without one.
    pub fn code_name(&self) -> String {
        match CODE_NAMES.binary_search_by_key(&self.code, |(code, _)| *code) {
            Ok(at) => CODE_NAMES[at].1.to_owned(),
            Err(_) => format!("Location{}", self.code),
        }
    }

    /// Returns the message.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns additional reply fields.
    pub fn details(&self) -> Option<RawDoc<'_>> {
        self.details.as_deref().map(RawDoc::new)
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({}): {}", self.code_name(), self.code, self.message)
    }
}

impl std::error::Error for Error {}

/// The codes that this engine uses by name (<https://www.mongodb.com/docs/manual/reference/error-codes/>).
pub struct ErrorCode;

macro_rules! codes {
    ($($constant:ident = $code:literal $name:literal;)*) => {
        #[allow(missing_docs, reason = "each is the name that the manual gives its code")]
        impl ErrorCode {
            $(pub const $constant: i32 = $code;)*
        }
        /// Sorted by code.
        const CODE_NAMES: &[(i32, &str)] = &[$(($code, $name)),*];
    };
}

codes! {
    INTERNAL_ERROR = 1 "InternalError";
    BAD_VALUE = 2 "BadValue";
    NO_SUCH_KEY = 4 "NoSuchKey";
    GRAPH_CONTAINS_CYCLE = 5 "GraphContainsCycle";
    HOST_UNREACHABLE = 6 "HostUnreachable";
    HOST_NOT_FOUND = 7 "HostNotFound";
    UNKNOWN_ERROR = 8 "UnknownError";
    FAILED_TO_PARSE = 9 "FailedToParse";
    USER_NOT_FOUND = 11 "UserNotFound";
    UNSUPPORTED_FORMAT = 12 "UnsupportedFormat";
    UNAUTHORIZED = 13 "Unauthorized";
    TYPE_MISMATCH = 14 "TypeMismatch";
    OVERFLOW = 15 "Overflow";
    INVALID_LENGTH = 16 "InvalidLength";
    AUTHENTICATION_FAILED = 18 "AuthenticationFailed";
    ILLEGAL_OPERATION = 20 "IllegalOperation";
    EMPTY_ARRAY_OPERATION = 21 "EmptyArrayOperation";
    INVALID_BSON = 22 "InvalidBSON";
    ALREADY_INITIALIZED = 23 "AlreadyInitialized";
    LOCK_TIMEOUT = 24 "LockTimeout";
    NAMESPACE_NOT_FOUND = 26 "NamespaceNotFound";
    INDEX_NOT_FOUND = 27 "IndexNotFound";
    PATH_NOT_VIABLE = 28 "PathNotViable";
    ROLE_NOT_FOUND = 31 "RoleNotFound";
    CANNOT_BACKFILL_ARRAY = 34 "CannotBackfillArray";
    CONFLICTING_UPDATE_OPERATORS = 40 "ConflictingUpdateOperators";
    CURSOR_NOT_FOUND = 43 "CursorNotFound";
    LOCK_BUSY = 46 "LockBusy";
    NO_MATCHING_DOCUMENT = 47 "NoMatchingDocument";
    NAMESPACE_EXISTS = 48 "NamespaceExists";
    INVALID_ROLE_MODIFICATION = 49 "InvalidRoleModification";
    MAX_TIME_MS_EXPIRED = 50 "MaxTimeMSExpired";
    DOLLAR_PREFIXED_FIELD_NAME = 52 "DollarPrefixedFieldName";
    INVALID_ID_FIELD = 53 "InvalidIdField";
    NOT_SINGLE_VALUE_FIELD = 54 "NotSingleValueField";
    INVALID_DB_REF = 55 "InvalidDBRef";
    EMPTY_FIELD_NAME = 56 "EmptyFieldName";
    DOTTED_FIELD_NAME = 57 "DottedFieldName";
    COMMAND_NOT_FOUND = 59 "CommandNotFound";
    SHARD_KEY_NOT_FOUND = 61 "ShardKeyNotFound";
    STALE_SHARD_VERSION = 63 "StaleShardVersion";
    WRITE_CONCERN_TIMEOUT = 64 "WriteConcernTimeout";
    IMMUTABLE_FIELD = 66 "ImmutableField";
    CANNOT_CREATE_INDEX = 67 "CannotCreateIndex";
    INDEX_ALREADY_EXISTS = 68 "IndexAlreadyExists";
    SHARD_NOT_FOUND = 70 "ShardNotFound";
    INVALID_OPTIONS = 72 "InvalidOptions";
    INVALID_NAMESPACE = 73 "InvalidNamespace";
    NO_REPLICATION_ENABLED = 76 "NoReplicationEnabled";
    UNKNOWN_REPL_WRITE_CONCERN = 79 "UnknownReplWriteConcern";
    INDEX_OPTIONS_CONFLICT = 85 "IndexOptionsConflict";
    INDEX_KEY_SPECS_CONFLICT = 86 "IndexKeySpecsConflict";
    NETWORK_TIMEOUT = 89 "NetworkTimeout";
    SHUTDOWN_IN_PROGRESS = 91 "ShutdownInProgress";
    OPERATION_FAILED = 96 "OperationFailed";
    UNSATISFIABLE_WRITE_CONCERN = 100 "UnsatisfiableWriteConcern";
    NOT_EXACT_VALUE_FIELD = 111 "NotExactValueField";
    WRITE_CONFLICT = 112 "WriteConflict";
    COMMAND_NOT_SUPPORTED = 115 "CommandNotSupported";
    CONFLICTING_OPERATION_IN_PROGRESS = 117 "ConflictingOperationInProgress";
    NAMESPACE_NOT_SHARDED = 118 "NamespaceNotSharded";
    DOCUMENT_VALIDATION_FAILURE = 121 "DocumentValidationFailure";
    COMMAND_FAILED = 125 "CommandFailed";
    FAILED_TO_SATISFY_READ_PREFERENCE = 133 "FailedToSatisfyReadPreference";
    READ_CONCERN_MAJORITY_NOT_AVAILABLE_YET = 134 "ReadConcernMajorityNotAvailableYet";
    CAPPED_POSITION_LOST = 136 "CappedPositionLost";
    JAVASCRIPT_EXECUTION_ERROR = 139 "JSInterpreterFailure";
    EXCEEDED_MEMORY_LIMIT = 146 "ExceededMemoryLimit";
    STALE_EPOCH = 150 "StaleEpoch";
    INCOMPATIBLE_COLLATION_VERSION = 161 "IncompatibleCollationVersion";
    VIEW_DEPTH_LIMIT_EXCEEDED = 165 "ViewDepthLimitExceeded";
    COMMAND_NOT_SUPPORTED_ON_VIEW = 166 "CommandNotSupportedOnView";
    OPTION_NOT_SUPPORTED_ON_VIEW = 167 "OptionNotSupportedOnView";
    INVALID_PIPELINE_OPERATOR = 168 "InvalidPipelineOperator";
    CANNOT_INDEX_PARALLEL_ARRAYS = 171 "CannotIndexParallelArrays";
    QUERY_PLAN_KILLED = 175 "QueryPlanKilled";
    AMBIGUOUS_INDEX_KEY_PATTERN = 181 "AmbiguousIndexKeyPattern";
    PRIMARY_STEPPED_DOWN = 189 "PrimarySteppedDown";
    INVALID_INDEX_SPECIFICATION_OPTION = 197 "InvalidIndexSpecificationOption";
    NETWORK_INTERFACE_EXCEEDED_TIME_LIMIT = 202 "NetworkInterfaceExceededTimeLimit";
    NO_SUCH_SESSION = 206 "NoSuchSession";
    INVALID_UUID = 207 "InvalidUUID";
    KEY_NOT_FOUND = 211 "KeyNotFound";
    INCOMPLETE_TRANSACTION_HISTORY = 217 "IncompleteTransactionHistory";
    CLOSE_CHANGE_STREAM = 222 "CloseChangeStream";
    QUERY_FEATURE_NOT_ALLOWED = 224 "QueryFeatureNotAllowed";
    TRANSACTION_TOO_OLD = 225 "TransactionTooOld";
    MAX_SUB_PIPELINE_DEPTH_EXCEEDED = 232 "MaxSubPipelineDepthExceeded";
    RETRY_CHANGE_STREAM = 234 "RetryChangeStream";
    CURSOR_KILLED = 237 "CursorKilled";
    NOT_IMPLEMENTED = 238 "NotImplemented";
    SNAPSHOT_TOO_OLD = 239 "SnapshotTooOld";
    CONVERSION_FAILURE = 241 "ConversionFailure";
    TRANSACTION_ABORTED = 244 "TransactionAborted";
    SNAPSHOT_UNAVAILABLE = 246 "SnapshotUnavailable";
    NO_SUCH_TRANSACTION = 251 "NoSuchTransaction";
    TRANSACTION_COMMITTED = 256 "TransactionCommitted";
    TRANSACTION_TOO_LARGE = 257 "TransactionTooLarge";
    INVALID_RESUME_TOKEN = 260 "InvalidResumeToken";
    EXCEEDED_TIME_LIMIT = 262 "ExceededTimeLimit";
    OPERATION_NOT_SUPPORTED_IN_TRANSACTION = 263 "OperationNotSupportedInTransaction";
    PREPARED_TRANSACTION_IN_PROGRESS = 267 "PreparedTransactionInProgress";
    CHANGE_STREAM_FATAL_ERROR = 280 "ChangeStreamFatalError";
    CHANGE_STREAM_HISTORY_LOST = 286 "ChangeStreamHistoryLost";
    TRANSACTION_EXCEEDED_LIFETIME_LIMIT_SECONDS = 290 "TransactionExceededLifetimeLimitSeconds";
    NO_QUERY_EXECUTION_PLANS = 291 "NoQueryExecutionPlans";
    QUERY_EXCEEDED_MEMORY_LIMIT = 292 "QueryExceededMemoryLimitNoDiskUseAllowed";
    API_VERSION_ERROR = 322 "APIVersionError";
    API_STRICT_ERROR = 323 "APIStrictError";
    API_DEPRECATION_ERROR = 324 "APIDeprecationError";
    API_MISMATCH_ERROR = 326 "APIMismatchError";
    CANNOT_CONVERT_INDEX_TO_UNIQUE = 359 "CannotConvertIndexToUnique";
    COLLECTION_UUID_MISMATCH = 361 "CollectionUUIDMismatch";
    REAUTHENTICATION_REQUIRED = 391 "ReauthenticationRequired";
    SOCKET_EXCEPTION = 9001 "SocketException";
    CANNOT_GROW_DOCUMENT_IN_CAPPED_NAMESPACE = 10003 "CannotGrowDocumentInCappedNamespace";
    NOT_WRITABLE_PRIMARY = 10107 "NotWritablePrimary";
    BSON_OBJECT_TOO_LARGE = 10334 "BSONObjectTooLarge";
    DUPLICATE_KEY = 11000 "DuplicateKey";
    INTERRUPTED_AT_SHUTDOWN = 11600 "InterruptedAtShutdown";
    INTERRUPTED = 11601 "Interrupted";
    INTERRUPTED_DUE_TO_REPL_STATE_CHANGE = 11602 "InterruptedDueToReplStateChange";
    MERGE_STAGE_NO_MATCHING_DOCUMENT = 13113 "MergeStageNoMatchingDocument";
    DATABASE_DIFFER_CASE = 13297 "DatabaseDifferCase";
    STALE_CONFIG = 13388 "StaleConfig";
    NOT_PRIMARY_NO_SECONDARY_OK = 13435 "NotPrimaryNoSecondaryOk";
    NOT_PRIMARY_OR_SECONDARY = 13436 "NotPrimaryOrSecondary";
    SEARCH_NOT_ENABLED = 31082 "SearchNotEnabled";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_names_are_sorted_for_lookup() {
        assert!(CODE_NAMES.is_sorted_by_key(|(code, _)| *code));
        assert_eq!(Error::new(11000, "").code_name(), "DuplicateKey");
        assert_eq!(Error::new(17419, "").code_name(), "Location17419");
    }
}
