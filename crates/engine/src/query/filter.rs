//! Filters, and what they may refer to.

use std::rc::Rc;

use super::operator::Operator;
use super::optimize::Folding;
use super::{Arrays, Node, parse};
use crate::aggregate::expression::{Environment, ParseContext, define_command_variables};
use crate::error::{Error, Result};
use crate::value::{Collation, DocBuilder, Path, RawDoc, RawValue, Value};

/// The context that filters, updates and projections of one command are compiled in.
#[derive(Clone, Debug, Default)]
pub struct FilterContext {
    environment: Rc<Environment>,
    variables: Vec<(String, Value<'static>)>,
    /// Whether what is compiled lies inside an array element, where operators
    /// on the whole document make no sense.
    inside_element: bool,
    /// Whether the filter may say in which order documents come.
    search: bool,
    /// What the filter is for.
    role: Role,
}

/// What a filter is for, where that forbids operators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    #[default]
    Query,
    /// The condition of an update's array filter.
    Update,
    /// A collection's validator.
    Validator,
    /// The filter of an upsert.
    Upsert,
}

impl FilterContext {
    /// The server's environment and the command's `let` variables, whose values
    /// are constant expressions.
    ///
    /// # Errors
    /// Errors of a variable's name or expression.
    pub fn new(environment: Rc<Environment>, variables: Option<RawDoc<'_>>) -> Result<Self> {
        // Most commands have none, and many are over in microseconds.
        let variables = match variables {
            Some(_) => define_command_variables(variables, &mut ParseContext::new(environment.clone()))?,
            None => Vec::new(),
        };
        Ok(FilterContext::with_values(environment, variables))
    }

    /// The server's environment and variables with their values.
    pub fn with_values(environment: Rc<Environment>, variables: Vec<(String, Value<'static>)>) -> Self {
        FilterContext { environment, variables, inside_element: false, search: false, role: Role::Query }
    }

    /// For compiling expressions that may use the `let` variables.
    pub fn parse_context(&self) -> ParseContext {
        let mut context = ParseContext::new(self.environment.clone());
        context.in_validator = self.role == Role::Validator;
        for (name, value) in &self.variables {
            context.define_constant(name, value.clone());
        }
        context
    }

    /// The context inside an array element.
    pub(super) fn for_element(&self) -> Self {
        FilterContext { inside_element: true, ..self.clone() }
    }

    /// Whether the filter is a collection's validator.
    pub(super) fn is_validator(&self) -> bool {
        self.role == Role::Validator
    }

    /// Whether operators on the whole document have a whole document to look at.
    pub(super) fn at_document(&self) -> bool {
        !self.inside_element
    }

    /// The context of a command's own filter, which may search as well as test.
    #[must_use]
    pub fn for_search(self) -> Self {
        FilterContext { search: true, ..self }
    }

    /// Whether `$near` has a plan to give documents in its order.
    pub(super) fn allows_search(&self) -> bool {
        self.search
    }

    /// The context of a filter inside an update: conditions of `$pull`, array filters.
    #[must_use]
    pub fn for_update(&self) -> Self {
        FilterContext { role: Role::Update, search: false, ..self.clone() }
    }

    /// The context of an update's own filter. One that seeds a document is to say
    /// with which values: <https://www.mongodb.com/docs/manual/reference/method/db.collection.update/>.
    #[must_use]
    pub fn for_upsert(self, upsert: bool) -> Self {
        FilterContext { role: if upsert { Role::Upsert } else { self.role }, ..self }
    }

    /// The context of a collection's validator.
    #[must_use]
    pub fn for_validator(self) -> Self {
        FilterContext { role: Role::Validator, search: false, ..self }
    }

    /// Whether failures are reported in the terms in which conditions were written.
    pub(super) fn explains_failures(&self) -> bool {
        self.role == Role::Validator
    }

    /// The error with which an operator is refused.
    pub(super) fn refuses(&self, operator: &Operator) -> Option<Error> {
        let (_, code) = operator.refused.filter(|(roles, _)| roles.contains(&self.role))?;
        let place =
            if self.role == Role::Upsert { "the query predicate for an upsert" } else { "this context" };
        Some(Error::new(code, format!("{} is not allowed in {place}", operator.help.name)))
    }

    /// The collation of strings; `None` compares bytes.
    pub fn collation(&self) -> Option<&Rc<Collation>> {
        self.environment.collation.as_ref()
    }

    /// Clock, random numbers, JavaScript.
    pub fn environment(&self) -> &Rc<Environment> {
        &self.environment
    }
}

/// Which element of an array took part in a match: what the positional
/// operator `$` stands for.
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
    /// The context of a filter inside a pipeline; a variable may be missing there, too.
    pub fn filter_context(&self) -> FilterContext {
        FilterContext::with_values(self.environment.clone(), self.constants.clone())
    }
}

impl Filter {
    /// Compiles a filter document.
    ///
    /// # Errors
    /// `BadValue` (2) and others, as the server refuses filters.
    pub fn parse(filter: RawDoc<'_>, context: &FilterContext) -> Result<Self> {
        Ok(Filter {
            root: parse::parse_document(filter, context, 0)?.simplified(context.role == Role::Upsert),
        })
    }

    /// The same filter as it is planned, where strings are compared by a collation.
    #[must_use]
    pub fn optimized(self, collation: Option<&Rc<Collation>>) -> Self {
        let filter = self.folded(collation, false);
        if !filter.root.may_simplify() {
            return filter;
        }
        Filter { root: filter.root.reduced(false) }.folded(collation, false)
    }

    /// As [`Self::optimized`], for the filter of a command compiled in this context.
    ///
    /// An upsert's filter is not simplified: a double negation would seed the new document with a value.
    #[must_use]
    pub fn planned(self, context: &FilterContext) -> Self {
        if context.role == Role::Upsert {
            return self.folded(context.collation(), true);
        }
        self.optimized(context.collation())
    }

    /// Folds constants, and unites equalities with one path into an `$in`.
    fn folded(self, collation: Option<&Rc<Collation>>, keeps_negations: bool) -> Self {
        // Under a collation it is not known which values are the same.
        let folding = Folding { unites_equalities: collation.is_none(), keeps_negations };
        Filter { root: self.root.optimized(folding) }
    }

    /// The same filter in the order that explain shows, with its alternatives as they are.
    pub(super) fn in_order(self) -> Self {
        Filter { root: self.root.optimized(Folding::default()) }
    }

    /// A filter of one node.
    pub fn from_node(root: Node) -> Self {
        Filter { root }
    }

    /// The compiled tree.
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

    /// The array position that took part in the match; `None` when the document
    /// does not match or no array took part.
    ///
    /// # Errors
    /// As [`Self::matches`].
    pub fn matches_with_position(&self, doc: RawDoc<'_>) -> Result<Option<MatchPosition>> {
        let mut position = None;
        let matched = self.root.matches(doc, Some(&mut position))?;
        Ok(position.filter(|_| matched))
    }

    /// The filter as explain's `parsedQuery` shows it.
    pub fn describe(&self) -> Vec<u8> {
        let mut out = DocBuilder::new();
        self.root.describe(&mut out);
        out.finish()
    }

    /// The equality conditions that every match satisfies: what an upsert
    /// puts into a new document, in the order they are written.
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

/// A condition on one array element: on its fields, or on the element itself.
/// `$pull`, `$elemMatch` and array filters use it.
#[derive(Clone, Debug)]
pub enum ElementFilter {
    /// A filter over the element as a document; other elements do not match.
    Document(Filter),
    /// Operators applied to the element itself.
    Value(Node),
}

impl ElementFilter {
    /// Compiles the argument of `$elemMatch`: operators apply to the element
    /// itself, anything else is a filter over its fields.
    ///
    /// # Errors
    /// As [`Filter::parse`].
    pub fn parse(condition: RawDoc<'_>, context: &FilterContext) -> Result<Self> {
        Self::parse_at(condition, context, 0)
    }

    /// As [`Self::parse`], nested `depth` deep.
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

    /// Compiles operators that apply to the element itself: `{ $gt: 5 }`.
    ///
    /// # Errors
    /// As [`Filter::parse`].
    pub fn parse_operators(condition: RawDoc<'_>, context: &FilterContext) -> Result<Self> {
        let nodes = parse::parse_operators(&Path::new(""), condition, context, 0)?;
        Ok(ElementFilter::Value(Node::And(nodes).simplified(false)))
    }

    /// Whether an element matches; an element that is an array is entered, as at
    /// the end of a path: what `$pull` and array filters do.
    ///
    /// # Errors
    /// As [`Filter::matches`].
    pub fn matches(&self, element: RawValue<'_>) -> Result<bool> {
        self.matches_as(element, Arrays::Entered)
    }

    /// Whether an element by itself matches: what `$elemMatch` does.
    ///
    /// # Errors
    /// As [`Filter::matches`].
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
