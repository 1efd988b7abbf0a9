//! The compiler: from a written expression to a tree of [`Expression`]s.

use std::rc::Rc;

use super::collated::{Apply, choosing, collated_for};
use super::find_operator;
use super::node::{ArrayLiteral, Binary, Constant, ObjectLiteral, Unary, Variadic, fold};
use super::operands;
use super::prelude::*;
use super::scope::Environment;
use super::variable::compile_reference;
use crate::error::OptimizedPart;

/// The largest nesting depth of expressions; in the server, the same as that of documents.
const MAX_DEPTH: usize = 200;

/// The compiler's context: namespace, variables in scope and environment.
#[derive(Clone, Debug, Default)]
pub struct ParseContext {
    /// The environment of the evaluation, which compiled predicates keep a reference to.
    pub environment: Rc<Environment>,
    /// The database of the command, for stages that name collections.
    pub database: String,
    /// The collection of the command; empty when there is none.
    pub collection: String,
    /// Whether the expression is part of a collection's validator.
    pub in_validator: bool,
    /// The nesting depth of the pipeline being compiled; 0 for the command's own.
    pub nesting: usize,
    /// Whether an expression compiled so far reads a variable with a fixed value, so that its
    /// text doesn't identify it.
    pub reads_constants: bool,
    /// The collection's costs, for `$collStats`.
    pub costs: Option<Rc<[u8]>>,
    /// Whether the pipeline is the command's change stream.
    pub(crate) in_change_stream: bool,
    variables: Vec<(String, VariableId)>,
    pub(crate) constants: Vec<(String, Value<'static>)>,
    next_variable: VariableId,
    depth: usize,
}

impl ParseContext {
    /// Creates a context without variables.
    pub fn new(environment: Rc<Environment>) -> Self {
        ParseContext { environment, ..ParseContext::default() }
    }

    /// Declares a new variable.
    pub fn declare(&mut self, name: &str) -> VariableId {
        let id = self.next_variable;
        self.next_variable += 1;
        self.variables.push((name.to_owned(), id));
        id
    }

    /// Returns the number of variables in scope, for [`Self::leave`].
    pub fn scope_depth(&self) -> usize {
        self.variables.len()
    }

    /// Removes the variables declared since [`Self::scope_depth`].
    pub fn leave(&mut self, depth: usize) {
        self.variables.truncate(depth);
    }

    /// Defines a variable with a fixed value, such as those of the command's `let` and `$redact`'s `$$PRUNE`.
    pub fn define_constant(&mut self, name: &str, value: Value<'static>) {
        self.constants.push((name.to_owned(), value));
    }

    /// Returns the innermost declared variable with this name.
    pub(super) fn find_variable(&self, name: &str) -> Option<VariableId> {
        self.variables.iter().rev().find(|(known, _)| known == name).map(|(_, id)| *id)
    }

    /// Returns the written form of an expression that was just compiled, as its identity; `None` if the value also
    /// depends on fixed variables or the collation.
    pub fn identity(&self, written: RawValue<'_>) -> Option<Box<[u8]>> {
        let has_identity = !self.reads_constants && self.environment.collation.is_none();
        has_identity.then(|| [&[written.tag], written.bytes].concat().into())
    }

    /// Returns the fixed value of the innermost variable with this name.
    pub(super) fn find_constant(&self, name: &str) -> Option<&Value<'static>> {
        self.constants.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

/// Compiles an expression.
///
/// # Errors
/// 168 for an unknown operator, 16020 and others for wrong arguments, 17276
/// for an undefined variable; the error of a constant part whose evaluation fails,
/// as `Failed to optimize pipeline :: caused by :: …`.
pub fn compile(value: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    compile_bare(value, context).map_err(|error| error.found_in(OptimizedPart::Pipeline))
}

/// Compiles an expression; the error of a constant part isn't wrapped.
///
/// # Errors
/// Same as [`compile`].
pub fn compile_bare(value: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let expression = compile_partial(value, context)?;
    match Dependencies::of(expression.as_ref()).failure {
        Some(error) => Err(error.of_constants()),
        None => Ok(expression),
    }
}

/// Compiles a part of an expression. Failing constant parts are left for the whole
/// expression to report, since they may be in a branch that is dropped.
///
/// # Errors
/// Those of [`compile`] except the last.
pub fn compile_partial(value: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    if context.depth >= MAX_DEPTH {
        return Err(Error::new(
            ErrorCode::OVERFLOW,
            format!("Expression exceeds the maximum nesting depth of {MAX_DEPTH}"),
        ));
    }
    context.depth += 1;
    let result = compile_any(value, context);
    context.depth -= 1;
    result
}

fn compile_any(value: RawValue<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    if let Some(reference) = value.as_str().and_then(|text| text.strip_prefix('$')) {
        return compile_reference(reference, context);
    }
    if let Some(doc) = value.as_document() {
        return compile_document(doc, context);
    }
    if let Some(array) = value.as_array() {
        let items = array.values().map(|item| compile_partial(item, context)).collect::<Result<Vec<_>>>()?;
        return Ok(fold(ArrayLiteral(items), context));
    }
    Ok(Box::new(Constant(Value::from(value).into_owned())))
}

fn compile_document(doc: RawDoc<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    match doc.first() {
        Some(first) if first.key.first() == Some(&b'$') => {
            if doc.count() != 1 {
                return Err(Error::new(
                    15983,
                    format!(
                        "An object representing an expression must have exactly one field: {}",
                        crate::value::display_document(doc)
                    ),
                ));
            }
            compile_operator(first.name(), first.value, context)
        }
        _ => compile_object(doc, context),
    }
}

fn compile_object(doc: RawDoc<'_>, context: &mut ParseContext) -> Result<Box<dyn Expression>> {
    let mut fields: Vec<(Box<str>, Box<dyn Expression>)> = Vec::new();
    for element in doc {
        let name = element.name();
        if fields.iter().any(|(known, _)| &**known == name) {
            return Err(Error::new(
                16406,
                format!(
                    "duplicate field name specified in object expression: {}",
                    crate::value::display_document(doc)
                ),
            ));
        }
        super::validate_field_name(name)?;
        if name.contains('.') {
            return Err(Error::new(
                16412,
                "FieldPath field names may not contain '.'. Consider using $getField or $setField.",
            ));
        }
        fields.push((name.into(), compile_partial(element.value, context)?));
    }
    Ok(fold(ObjectLiteral(fields), context))
}

fn compile_operator(
    name: &str,
    argument: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<Box<dyn Expression>> {
    let Some(operator) = find_operator(name) else {
        return Err(Error::new(
            ErrorCode::INVALID_PIPELINE_OPERATOR,
            format!("Unrecognized expression '{name}'"),
        ));
    };
    let name = operator.help.name;
    match operator.compile {
        Compile::Custom(parse) => parse(argument, context),
        Compile::Conversion(to) => super::conversion::compile_conversion(name, to, argument, context),
        Compile::DatePart(take) => super::date::compile_part(name, take, argument, context),
        Compile::Unary(apply) | Compile::Counting(apply) => {
            let counts = matches!(operator.compile, Compile::Counting(_));
            let [operand] = operands::exactly(name, argument, context)?;
            Ok(fold(Unary { name, apply, operand, counts }, context))
        }
        Compile::Binary(apply) => {
            let operands: [_; 2] = operands::exactly(name, argument, context)?;
            let operands = match choosing(operator, Apply::Two(apply), operands.into(), context) {
                Ok(chooses) => return Ok(chooses),
                Err(operands) => operands,
            };
            let mut operands = operands.into_iter().map(|operand| collated_for(operator, operand, context));
            let (Some(left), Some(right)) = (operands.next(), operands.next()) else {
                return Err(Error::new(ErrorCode::INTERNAL_ERROR, "expected two operands"));
            };
            Ok(fold(Binary { name, apply, left, right }, context))
        }
        Compile::Variadic { min, max, apply } => {
            let operands = operands::between(name, argument, min, max, context)?;
            let operands = match choosing(operator, Apply::All(apply), operands, context) {
                Ok(chooses) => return Ok(chooses),
                Err(operands) => operands,
            };
            let operands =
                operands.into_iter().map(|operand| collated_for(operator, operand, context)).collect();
            Ok(fold(Variadic { name, apply, operands }, context))
        }
    }
}

/// Compiles operands: the items of an array, or a single operand.
///
/// # Errors
/// Same as [`compile`].
pub fn compile_operands(
    argument: RawValue<'_>,
    context: &mut ParseContext,
) -> Result<Vec<Box<dyn Expression>>> {
    match argument.as_array() {
        Some(array) => array.values().map(|item| compile_partial(item, context)).collect(),
        None => Ok(vec![compile_partial(argument, context)?]),
    }
}
