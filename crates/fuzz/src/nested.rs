//! Nested arrays, and conditions on them. There are few values and paths, so that many documents match.

use bson::{Bson, Document, doc};

use crate::Source;

/// Paths into fields, elements, and elements of elements.
const PATHS: &[&str] = &["a", "a", "a.b", "a.b", "a.0", "a.0.b", "a.b.0", "a.0.0", "a.b.c", "b", "b.a"];

impl Source<'_> {
    /// Returns a path of a [nested document](Self::nested_document), or nearly one.
    pub fn nested_path(&mut self) -> String {
        self.pick(PATHS).to_owned()
    }

    /// Returns a document with nested arrays, with and without documents in them.
    pub fn nested_document(&mut self) -> Document {
        let mut document = doc! { "a": self.nested_value(3) };
        if self.below(2) == 1 {
            document.insert("b", self.nested_value(2));
        }
        document
    }

    fn nested_value(&mut self, depth: usize) -> Bson {
        match self.below(if depth == 0 { 4 } else { 8 }) {
            0..=1 => Bson::Int32(self.below(4) as i32),
            2 => [Bson::Null, Bson::Double(1.5), Bson::MinKey, Bson::Undefined][self.below(4)].clone(),
            3 => Bson::String(self.pick(&["a", "b", ""]).to_owned()),
            4..=6 => {
                let length = self.below(4);
                Bson::Array((0..length).map(|_| self.nested_value(depth - 1)).collect())
            }
            _ => {
                let mut document = Document::new();
                for _ in 0..self.below(3) {
                    document.insert(self.pick(&["b", "c", "0", "a"]), self.nested_value(depth - 1));
                }
                Bson::Document(document)
            }
        }
    }

    /// Returns a filter on paths of a nested document.
    pub fn nested_filter(&mut self, depth: usize) -> Document {
        let mut filter = Document::new();
        for _ in 0..=self.below(2) {
            if depth > 0 && self.below(6) == 0 {
                let operator = self.pick(&["$and", "$or", "$nor"]);
                let parts: Vec<_> = (0..=self.below(2)).map(|_| self.nested_filter(depth - 1)).collect();
                filter.insert(operator, parts);
            } else {
                filter.insert(self.nested_path(), self.nested_conditions(depth));
            }
        }
        filter
    }

    fn nested_conditions(&mut self, depth: usize) -> Document {
        let mut conditions = Document::new();
        for _ in 0..=self.below(2) {
            let operator = self.pick(&[
                "$elemMatch",
                "$elemMatch",
                "$eq",
                "$ne",
                "$gt",
                "$gte",
                "$lt",
                "$lte",
                "$in",
                "$nin",
                "$not",
                "$all",
                "$exists",
                "$size",
                "$type",
                "$mod",
                "$regex",
                "$bitsAllSet",
            ]);
            let operand = match operator {
                "$elemMatch" if depth == 0 => Bson::Document(doc! { "$gt": self.nested_value(0) }),
                "$elemMatch" if self.below(2) == 0 => Bson::Document(self.nested_filter(depth - 1)),
                "$not" if depth == 0 => Bson::Document(doc! { "$lt": self.nested_value(0) }),
                "$elemMatch" | "$not" => Bson::Document(self.nested_conditions(depth - 1)),
                "$all" if depth > 0 && self.below(2) == 0 => Bson::Array(vec![Bson::Document(
                    doc! { "$elemMatch": self.nested_conditions(depth - 1) },
                )]),
                "$in" | "$nin" | "$all" => {
                    Bson::Array((0..=self.below(2)).map(|_| self.nested_value(1)).collect())
                }
                "$exists" => Bson::Boolean(self.below(2) == 0),
                "$size" | "$bitsAllSet" => Bson::Int32(self.below(3) as i32),
                "$type" => {
                    Bson::String(self.pick(&["array", "object", "null", "int", "undefined"]).to_owned())
                }
                "$mod" => Bson::Array(vec![Bson::Int32(2), Bson::Int32(self.below(2) as i32)]),
                "$regex" => Bson::String(self.pick(&["^a", "a", ""]).to_owned()),
                _ => self.nested_value(2),
            };
            conditions.insert(operator, operand);
        }
        conditions
    }
}
