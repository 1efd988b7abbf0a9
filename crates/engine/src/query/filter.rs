//! Filters, and the context that they are compiled in.

use std::rc::Rc;

use super::operator::Operator;
use super::optimize::Folding;
use super::{Arrays, Node, parse};
use crate::aggregate::expression::{Environment, ParseContext, define_command_variables};
use crate::error::{Error, Result};
use crate::value::{Collation, DocBuilder, Path, RawDoc, RawValue, Value};

/// The compilation context of a command's filters, updates and projections.
#[derive(Clone, Debug, Default)]
pub struct FilterContext {
    environment: Rc<Environment>,
    variables: Vec<(String, Value<'static>)>,
    /// Whether the code is inside an array element, where operators on the whole document are invalid.
    inside_element: bool,
    /// Whether the filter may determine the order of documents.
    search: bool,
    /// The purpose of the filter.
    role: Role,
}

/// The purpose of a filter, if it forbids operators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    #[default]
    Query,
    /// A condition in an update: an array filter, or the argument of `$pull`.
    Update,
    /// A collection's validator.
    Validator,
    /// The filter of an upsert.
    Upsert,
}

impl FilterContext {
    /// Creates the context of a command with the server's environment and the command's `let` variables,
    /// whose values are constant expressions.
    ///
    /// # Errors
    /// Errors of a variable's name or expression.
    pub fn new(environment: Rc<Environment>, variables: Option<RawDoc<'_>>) -> Result<Self> {
        // Most commands have no variables, and must run in microseconds.
        let variables = match variables {
            Some(_) => define_command_variables(variables, &mut ParseContext::new(environment.clone()))?,
            None => Vec::new(),
        };
        Ok(FilterContext::with_values(environment, variables))
    }

    /// Creates a context with variables that are already evaluated.
    pub fn with_values(environment: Rc<Environment>, variables: Vec<(String, Value<'static>)>) -> Self {
        FilterContext { environment, variables, inside_element: false, search: false, role: Role::Query }
    }

    /// Returns a context for compiling expressions, which may use the `let` variables.
    pub fn parse_context(&self) -> ParseContext {
        let mut context = ParseContext::new(self.environment.clone());
        context.in_validator = self.role == Role::Validator;
        for (name, value) in &self.variables {
            context.define_constant(name, value.clone());
        }
        context
    }

    /// Returns the context inside an array element.
    pub(super) fn for_element(&self) -> Self {
        FilterContext { inside_element: true, ..self.clone() }
    }

    /// Whether the filter is a collection's validator.
    pub(super) fn is_validator(&self) -> bool {
        self.role == Role::Validator
    }

    /// Whether operators on the whole document are valid.
    pub(super) fn at_document(&self) -> bool {
        !self.inside_element
    }

    /// Returns the context of a command's own filter, which may also search.
    #[must_use]
    pub fn for_search(self) -> Self {
        FilterContext { search: true, ..self }
    }

    /// Whether `$near` is allowed: a plan can return documents in its order.
    pub(super) fn allows_search(&self) -> bool {
        self.search
    }

    /// Returns the context of a filter inside an update: conditions of `$pull`, array filters.
    #[must_use]
    pub fn for_update(&self) -> Self {
        FilterContext { role: Role::Update, search: false, ..self.clone() }
    }

    /// Returns the context of an update's own filter. An upsert's filter must define the values of the new
    /// document: <https://www.mongodb.com/docs/manual/reference/method/db.collection.update/>.
    #[must_use]
    pub fn for_upsert(self, upsert: bool) -> Self {
        FilterContext { role: if upsert { Role::Upsert } else { self.role }, ..self }
    }

    /// Returns the context of a collection's validator.
    #[must_use]
    pub fn for_validator(self) -> Self {
        FilterContext { role: Role::Validator, search: false, ..self }
    }

    /// Whether failures are reported with the conditions as written.
    pub(super) fn explains_failures(&self) -> bool {
        self.role == Role::Validator
    }

    /// Returns the error if this context forbids an operator.
    pub(super) fn rejection_of(&self, operator: &Operator) -> Option<Error> {
        let (_, code) = operator.refused.filter(|(roles, _)| roles.contains(&self.role))?;
        let place =
            if self.role == Role::Upsert { "the query predicate for an upsert" } else { "this context" };
        Some(Error::new(code, format!("{} is not allowed in {place}", operator.help.name)))
    }

    /// Returns the collation of strings; `None` compares code points.
    pub fn collation(&self) -> Option<&Rc<Collation>> {
        self.environment.collation.as_ref()
    }

    /// Returns the environment: clock, random numbers, JavaScript.
    pub fn environment(&self) -> &Rc<Environment> {
        &self.environment
    }
}

/// The array element that a match involved, which the positional operator `$` refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchPosition {
    /// The element's position.
    pub index: usize,
}

/// A compiled filter document.
#[derive(Clone, Debug)]
pub struct Filter {
    root: Node,
}

impl ParseContext {
    /// Returns the context of a filter inside a pipeline, where a variable may also be missing.
    pub fn filter_context(&self) -> FilterContext {
        FilterContext::with_values(self.environment.clone(), self.constants.clone())
    }
}

impl Filter {
    /// Compiles a filter document.
    ///
    /// # Errors
    /// `BadValue` (2) and others for invalid filters.
    pub fn parse(filter: RawDoc<'_>, context: &FilterContext) -> Result<Self> {
        Ok(Filter {
            root: parse::parse_document(filter, context, 0)?.simplified(context.role == Role::Upsert),
        })
    }

    /// Returns the filter in the form that the planner uses. `collation` is that of its string comparisons.
    #[must_use]
    pub fn optimized(self, collation: Option<&Rc<Collation>>) -> Self {
        let filter = self.folded(collation, false);
        if !filter.root.may_simplify() {
            return filter;
        }
        Filter { root: filter.root.reduced(false) }.folded(collation, false)
    }

    /// Like [`Self::optimized`], for the filter of a command compiled in this context.
    ///
    /// An upsert's filter is not simplified: without its double negations it would seed the new document
    /// with more values.
    #[must_use]
    pub fn planned(self, context: &FilterContext) -> Self {
        if context.role == Role::Upsert {
            return self.folded(context.collation(), true);
        }
        self.optimized(context.collation())
    }

    /// Folds constants, and merges equalities on one path into an `$in`.
    fn folded(self, collation: Option<&Rc<Collation>>, keep_double_negations: bool) -> Self {
        // Under a collation, equal values can't be recognized.
        let folding = Folding { merge_equalities: collation.is_none(), keep_double_negations };
        Filter { root: self.root.optimized(folding) }
    }

    /// Returns the filter in explain's order, without merging equalities.
    pub(super) fn in_order(self) -> Self {
        Filter { root: self.root.optimized(Folding::default()) }
    }

    /// Wraps a node.
    pub fn from_node(root: Node) -> Self {
        Filter { root }
    }

    /// Returns the compiled tree.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// Whether every document matches.
    pub fn is_empty(&self) -> bool {
        self.root.is_always()
    }

    /// Whether a document matches.
    ///
    /// # Errors
    /// Errors of `$expr`, `$where` and `$jsonSchema`.
    #[inline]
    pub fn matches(&self, doc: RawDoc<'_>) -> Result<bool> {
        self.root.matches(doc, None)
    }

    /// Returns the array position that the match involved; `None` when the document does not match or no
    /// array is involved.
    ///
    /// # Errors
    /// Errors of [`Self::matches`].
    pub fn matches_with_position(&self, doc: RawDoc<'_>) -> Result<Option<MatchPosition>> {
        let mut position = None;
        let matched = self.root.matches(doc, Some(&mut position))?;
        Ok(position.filter(|_| matched))
    }

    /// Returns the filter as explain's `parsedQuery` shows it.
    pub fn describe(&self) -> Vec<u8> {
        let mut out = DocBuilder::new();
        self.root.describe(&mut out);
        out.finish()
    }

    /// Returns the equality conditions that every match satisfies, in the order written. An upsert copies
    /// them into a new document.
    pub fn equalities(&self) -> Vec<(Path, Value<'static>)> {
        fn collect(node: &Node, out: &mut Vec<(Path, Value<'static>)>) {
            match node {
                Node::And(children) => children.iter().for_each(|child| collect(child, out)),
                Node::Leaf(leaf) => {
                    if let Some(value) = leaf.predicate.equals() {
                        out.push((leaf.path.clone(), value.clone()));
                    }
                }
                _ => {}
            }
        }
        let mut out = Vec::new();
        collect(&self.root, &mut out);
        out
    }
}

/// A condition on one array element, either on its fields or on the element itself. `$pull`, `$elemMatch`
/// and array filters use it.
#[derive(Clone, Debug)]
pub enum ElementFilter {
    /// A filter over the element as a document; other elements do not match.
    Document(Filter),
    /// Operators applied to the element itself.
    Value(Node),
}

impl ElementFilter {
    /// Compiles the argument of `$elemMatch`: operators test the element itself, anything else is a filter
    /// on its fields.
    ///
    /// # Errors
    /// Errors of [`Filter::parse`].
    pub fn parse(condition: RawDoc<'_>, context: &FilterContext) -> Result<Self> {
        Self::parse_at(condition, context, 0)
    }

    /// Like [`Self::parse`], nested `depth` deep.
    pub(super) fn parse_at(condition: RawDoc<'_>, context: &FilterContext, depth: usize) -> Result<Self> {
        let context = &context.for_element();
        let of_fields = parse::begins_with_logical(condition) || parse::names_reference(condition);
        if parse::is_operator_document(condition) && !of_fields {
            let nodes = parse::parse_operators(&Path::new(""), condition, context, depth)?;
            return Ok(ElementFilter::Value(Node::And(nodes).simplified(false)));
        }
        let root = parse::parse_document(condition, context, depth)?.simplified(false);
        Ok(ElementFilter::Document(Filter::from_node(root)))
    }

    /// Compiles operators that test the element itself: `{ $gt: 5 }`.
    ///
    /// # Errors
    /// Errors of [`Filter::parse`].
    pub fn parse_operators(condition: RawDoc<'_>, context: &FilterContext) -> Result<Self> {
        let nodes = parse::parse_operators(&Path::new(""), condition, context, 0)?;
        Ok(ElementFilter::Value(Node::And(nodes).simplified(false)))
    }

    /// Whether an element matches in `$pull` and array filters. If the element is an array, its elements
    /// are tested too, as at the end of a path.
    ///
    /// # Errors
    /// Errors of [`Filter::matches`].
    pub fn matches(&self, element: RawValue<'_>) -> Result<bool> {
        self.matches_as(element, Arrays::Entered)
    }

    /// Whether an element as a whole matches, as in `$elemMatch`.
    ///
    /// # Errors
    /// Errors of [`Filter::matches`].
    pub fn matches_whole(&self, element: RawValue<'_>) -> Result<bool> {
        self.matches_as(element, Arrays::Whole)
    }

    fn matches_as(&self, element: RawValue<'_>, arrays: Arrays) -> Result<bool> {
        match self {
            ElementFilter::Value(node) => Ok(node.matches_value(element, arrays)),
            ElementFilter::Document(filter) => match element.as_container() {
                Some(doc) => filter.matches(doc),
                None => Ok(false),
            },
        }
    }
}
