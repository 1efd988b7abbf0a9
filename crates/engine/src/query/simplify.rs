//! Boolean simplification of filters before planning: removes contradictions, tautologies and absorbed
//! clauses, pushes negations down to single conditions, and moves conditions common to all clauses of an
//! `$or` in front of it.
//!
//! An `$or` within an `$and` is simplified separately and not multiplied out.
//!
//! <https://www.mongodb.com/docs/manual/release-notes/8.0/>,
//! <https://jira.mongodb.org/browse/SERVER-75079>

use super::Node;
use super::node::single_or;
use crate::value::{DocBuilder, Path};

/// With more distinct conditions, clauses stay unchanged.
const MAX_PREDICATES: usize = 50;

/// The maximum number of terms that are compared pairwise.
const MAX_TERMS: usize = 200;

/// A conjunction of conditions, as bit sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Term {
    /// Conditions that must hold.
    holds: u64,
    /// Conditions that must not hold.
    fails: u64,
}

impl Term {
    const ANYTHING: Term = Term { holds: 0, fails: 0 };

    /// Whether `other` implies this.
    fn covers(self, other: Term) -> bool {
        self.holds & !other.holds == 0 && self.fails & !other.fails == 0
    }

    /// Merges two terms that differ only in whether one condition holds.
    fn merged(self, other: Term) -> Option<Term> {
        let differing = self.holds ^ other.holds;
        (differing == self.fails ^ other.fails && differing.is_power_of_two())
            .then_some(Term { holds: self.holds & !differing, fails: self.fails & !differing })
    }

    fn without(self, common: Term) -> Term {
        Term { holds: self.holds & !common.holds, fails: self.fails & !common.fails }
    }
}

impl Node {
    /// Whether simplification could change the node: it has alternatives, or several conditions on a path.
    pub(super) fn may_simplify(&self) -> bool {
        match self {
            Node::Leaf(_) | Node::Document(_) => false,
            Node::Not(inner) => !matches!(**inner, Node::Leaf(_) | Node::Document(_)),
            Node::Or(_) | Node::Nor(_) => true,
            Node::And(children) => children.iter().enumerate().any(|(at, child)| {
                let own = child.bare().0.path();
                child.may_simplify() || children[..at].iter().any(|other| other.bare().0.path() == own)
            }),
        }
    }

    /// Returns the same condition, or its negation, with negations only at single conditions.
    pub(super) fn reduced(self, negate: bool) -> Node {
        let all = |children: Vec<Node>, negate| children.into_iter().map(move |child| child.reduced(negate));
        match (self, negate) {
            (Node::And(children), false) => conjunction(all(children, false)),
            (Node::And(children), true) => disjunction(all(children, true)),
            (Node::Or(children), false) | (Node::Nor(children), true) => disjunction(all(children, false)),
            (Node::Or(children), true) | (Node::Nor(children), false) => conjunction(all(children, true)),
            (Node::Not(child), _) => child.reduced(!negate),
            (condition, false) => condition,
            (condition, true) => Node::Not(Box::new(condition)),
        }
    }

    /// Whether two conditions have the same description.
    fn is_same(&self, other: &Node) -> bool {
        let written = |node: &Node| {
            let mut out = DocBuilder::new();
            node.describe(&mut out);
            out.finish()
        };
        match (self, other) {
            (Node::Leaf(own), Node::Leaf(others)) if own.path != others.path => false,
            (Node::Leaf(_), Node::Leaf(_))
            | (Node::Document(_), Node::Document(_))
            | (Node::Or(_), Node::Or(_)) => written(self) == written(other),
            _ => false,
        }
    }

    /// Returns the path of a single condition.
    fn path(&self) -> Option<&Path> {
        match self {
            Node::Leaf(leaf) => Some(&leaf.path),
            _ => None,
        }
    }

    /// Returns the condition without its negation, and whether it is negated.
    fn bare(&self) -> (&Node, bool) {
        match self {
            Node::Not(inner) => (inner, true),
            other => (other, false),
        }
    }
}

/// The distinct conditions of some clauses.
#[derive(Default)]
struct Predicates(Vec<Node>);

impl Predicates {
    /// Returns the conjunction of conditions; `None` when there are too many distinct ones.
    fn term<'a>(&mut self, conditions: impl IntoIterator<Item = &'a Node>) -> Option<Term> {
        let mut term = Term::ANYTHING;
        for condition in conditions {
            let (bare, fails) = condition.bare();
            let at = self.0.iter().position(|known| known.is_same(bare)).unwrap_or_else(|| {
                self.0.push(bare.clone());
                self.0.len() - 1
            });
            if at >= MAX_PREDICATES {
                return None;
            }
            *(if fails { &mut term.fails } else { &mut term.holds }) |= 1 << at;
        }
        Some(term)
    }

    /// Returns the conditions of a term.
    fn conditions(&self, term: Term) -> Vec<Node> {
        let mut out = Vec::new();
        for (at, condition) in self.0.iter().enumerate() {
            if term.holds >> at & 1 == 1 {
                out.push(condition.clone());
            }
            if term.fails >> at & 1 == 1 {
                out.push(Node::Not(Box::new(condition.clone())));
            }
        }
        out
    }
}

fn conjunction(children: impl Iterator<Item = Node>) -> Node {
    let mut flat = Vec::new();
    for child in children {
        match child {
            Node::And(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    let mut predicates = Predicates::default();
    match predicates.term(&flat) {
        _ if flat.iter().any(Node::is_never) => Node::Or(Vec::new()),
        Some(term) if term.holds & term.fails != 0 => Node::Or(Vec::new()),
        Some(term) => single_or(predicates.conditions(term), Node::And),
        None => single_or(flat, Node::And),
    }
}

fn disjunction(children: impl Iterator<Item = Node>) -> Node {
    let mut flat = Vec::new();
    for child in children {
        match child {
            Node::Or(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    let mut predicates = Predicates::default();
    let terms: Option<Vec<Term>> = flat
        .iter()
        .map(|clause| match clause {
            Node::And(conditions) => predicates.term(conditions),
            other => predicates.term([other]),
        })
        .collect();
    let Some(terms) = terms.map(minimal) else { return single_or(flat, Node::Or) };
    let Some(&first) = terms.first() else { return Node::Or(Vec::new()) };
    let common = terms.iter().fold(first, |common, term| Term {
        holds: common.holds & term.holds,
        fails: common.fails & term.fails,
    });
    let mut all = predicates.conditions(common);
    if terms.len() > 1 {
        let clause = |term: &Term| single_or(predicates.conditions(term.without(common)), Node::And);
        all.push(Node::Or(terms.iter().map(clause).collect()));
    }
    single_or(all, Node::And)
}

/// Minimizes a disjunction: fewer and shorter terms that are together equivalent to those given
/// (Quine-McCluskey).
fn minimal(given: Vec<Term>) -> Vec<Term> {
    let mut primes: Vec<Term> = Vec::new();
    let mut level = given.clone();
    while !level.is_empty() && level.len() <= MAX_TERMS {
        let mut merged = vec![false; level.len()];
        let mut next: Vec<Term> = Vec::new();
        for (at, term) in level.iter().enumerate() {
            for (behind, other) in level.iter().enumerate().skip(at + 1) {
                if let Some(shorter) = term.merged(*other) {
                    (merged[at], merged[behind]) = (true, true);
                    if !next.contains(&shorter) {
                        next.push(shorter);
                    }
                }
            }
        }
        let kept = level.iter().zip(merged).filter(|(_, merged)| !merged).map(|(term, _)| *term);
        primes.extend(kept);
        level = next;
    }
    primes.append(&mut level);
    // Prefer shorter terms, so that terms they cover are not chosen as well.
    let length = |term: &Term| term.holds.count_ones() + term.fails.count_ones();
    let mut open = if primes.len() == given.len() { Vec::new() } else { given };
    let mut chosen = if open.is_empty() { primes.clone() } else { Vec::new() };
    while !open.is_empty() {
        let covered = |prime: &Term| open.iter().filter(|term| prime.covers(**term)).count();
        // First take the only prime that covers some term.
        let sole = open.iter().find_map(|term| {
            let mut covering = primes.iter().filter(|prime| prime.covers(*term));
            covering.next().filter(|_| covering.next().is_none())
        });
        let best = primes.iter().rev().max_by_key(|prime| (covered(prime), u32::MAX - length(prime)));
        let Some(&prime) = sole.or(best) else { break };
        chosen.push(prime);
        open.retain(|term| !prime.covers(*term));
    }
    let mut at = 0;
    // Of equal terms, keep the last.
    while at < chosen.len() {
        let own = chosen[at];
        if chosen.iter().enumerate().any(|(other, term)| other != at && term.covers(own)) {
            chosen.remove(at);
        } else {
            at += 1;
        }
    }
    chosen
}
