//! Bytes interpreted as choices: values, filters, updates, expressions and pipelines.

use std::collections::HashMap;
use std::sync::LazyLock;

use bson::{Bson, Document, doc};

/// Field paths that the generated documents contain, or nearly contain.
const PATHS: &[&str] = &["a", "b", "c", "a.b", "a.c", "b.a", "a.0", "b.0.a", "a.b.c", "_id", "_id.a", "x"];

/// Edge-case strings.
const TEXTS: &[&str] = &[
    "",
    "a",
    "ab",
    "b",
    "$",
    "$a",
    "$$ROOT",
    "$a.b",
    "$$REMOVE",
    "a.",
    ".a",
    "^a",
    "(a",
    "[",
    "%Y-%m-%d",
    "é",
    "😀",
    "10",
    "-1.5e3",
    "NaN",
    "2020-01-31",
    "Europe/Berlin",
    "month",
    "string",
    "$$this",
    "$$value",
    "a\0b",
    "__proto__",
];

/// An operator, with the argument names in its example.
struct Operator {
    name: &'static str,
    arguments: Vec<&'static str>,
}

/// The engine's operators, by kind.
static OPERATORS: LazyLock<HashMap<&'static str, Vec<Operator>>> = LazyLock::new(|| {
    let mut operators: HashMap<_, Vec<Operator>> = HashMap::new();
    for entry in engine::help() {
        let arguments = argument_names(entry.help.example.code);
        operators.entry(entry.kind).or_default().push(Operator { name: entry.help.name, arguments });
    }
    operators
});

/// Returns the words before colons: `input` and `as` in `{ $map: { input: …, as: "x" } }`.
fn argument_names(example: &'static str) -> Vec<&'static str> {
    let before_colons = example.split(':').map(|part| part.trim_end_matches(['"', '\'', ' ']));
    let word =
        |part: &'static str| part.rsplit(|c: char| !c.is_alphanumeric() && c != '$' && c != '_').next();
    before_colons.filter_map(word).filter(|name| !name.is_empty()).collect()
}
/// A reader of choices. After its end it always returns the first choice, so that generation terminates.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    bytes: &'a [u8],
}

impl<'a> Source<'a> {
    /// Creates a reader of these bytes.
    pub fn new(bytes: &'a [u8]) -> Source<'a> {
        Source { bytes }
    }

    /// Returns the unread bytes.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the next byte, or 0.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        *first
    }

    /// Returns a number below `limit`, which must be at least 1.
    pub fn below(&mut self, limit: usize) -> usize {
        let number = if limit > 256 { usize::from(self.byte()) << 8 } else { 0 };
        (number | usize::from(self.byte())) % limit
    }

    /// Returns one of `items`, which must not be empty.
    pub fn pick<'b, T: ?Sized>(&mut self, items: &[&'b T]) -> &'b T {
        items[self.below(items.len())]
    }

    /// Returns a sort direction.
    pub fn direction(&mut self) -> i32 {
        [1, -1][self.below(2)]
    }

    /// Whether to add another item: never at the end, otherwise with probability `1 - 1/of`.
    fn more(&mut self, of: usize) -> bool {
        !self.bytes.is_empty() && self.below(of) != 0
    }

    fn operator(&mut self, kind: &str) -> &'static Operator {
        let operators = &OPERATORS[kind];
        &operators[self.below(operators.len())]
    }

    /// Returns the name of an operator, stage or command.
    pub fn name(&mut self, kind: &str) -> &'static str {
        self.operator(kind).name
    }

    /// Returns a field path.
    pub fn path(&mut self) -> String {
        self.pick(PATHS).to_owned()
    }

    fn text(&mut self) -> String {
        if self.below(8) == 0 {
            let length = self.below(6).min(self.bytes.len());
            let (text, rest) = self.bytes.split_at(length);
            self.bytes = rest;
            return String::from_utf8_lossy(text).into_owned();
        }
        self.pick(TEXTS).to_owned()
    }

    fn wide(&mut self) -> u64 {
        (0..8).fold(0, |number, _| (number << 8) | u64::from(self.byte()))
    }

    fn number(&mut self) -> Bson {
        match self.below(12) {
            0..=4 => Bson::Int32(self.below(7) as i32 - 1),
            5 => Bson::Int32(self.wide() as i32),
            6 => Bson::Int64(self.wide() as i64),
            7 => Bson::Int64([0, 1, i64::MIN, i64::MAX][self.below(4)]),
            8 => Bson::Double(
                [0.0, -0.0, 0.5, 2.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300][self.below(8)],
            ),
            9 => Bson::Double(f64::from_bits(self.wide())),
            10 => {
                let text = self.pick(&["0", "1.0", "-0", "NaN", "Infinity", "9.99E6144", "1E-6176", "0.1"]);
                Bson::Decimal128(text.parse().expect("a decimal"))
            }
            _ => Bson::Int32([i32::MIN, i32::MAX][self.below(2)]),
        }
    }

    fn scalar(&mut self) -> Bson {
        match self.below(16) {
            0..=5 => self.number(),
            6..=9 => Bson::String(self.text()),
            10 => Bson::Null,
            11 => Bson::Boolean(self.below(2) == 1),
            12 => Bson::DateTime(bson::DateTime::from_millis(match self.below(3) {
                0 => i64::from(self.byte()) * 86_400_000 / 4,
                1 => self.wide() as i64,
                _ => 1_582_934_400_000,
            })),
            13 => Bson::ObjectId(bson::oid::ObjectId::from_bytes([self.byte(); 12])),
            14 => [Bson::MinKey, Bson::MaxKey, Bson::Undefined][self.below(3)].clone(),
            _ => match self.below(4) {
                // An empty timestamp would be replaced by the current time.
                0 => Bson::Timestamp(bson::Timestamp {
                    time: u32::from(self.byte()) + 1,
                    increment: self.byte().into(),
                }),
                1 => Bson::Binary(bson::Binary {
                    subtype: bson::spec::BinarySubtype::from(self.byte()),
                    bytes: vec![self.byte(); self.below(5)],
                }),
                2 => Bson::RegularExpression(bson::Regex {
                    pattern: self.text().replace('\0', "").try_into().expect("no zero inside"),
                    options: self.pick(&["", "i", "imsx"]).try_into().expect("no zero inside"),
                }),
                _ => Bson::JavaScriptCode("this".into()),
            },
        }
    }

    /// Returns a value of at most `depth` levels.
    pub fn value(&mut self, depth: usize) -> Bson {
        match self.below(if depth == 0 { 6 } else { 8 }) {
            0..=5 => self.scalar(),
            6 => {
                let mut items = Vec::new();
                while items.len() < 4 && self.more(3) {
                    items.push(self.value(depth - 1));
                }
                Bson::Array(items)
            }
            _ => Bson::Document(self.document(depth - 1)),
        }
    }

    /// Returns a document with values of at most `depth` levels.
    pub fn document(&mut self, depth: usize) -> Document {
        let mut document = Document::new();
        while document.len() < 4 && self.more(4) {
            let name = self.pick(&["a", "b", "c", "x", "0"]);
            document.insert(name, self.value(depth));
        }
        document
    }

    /// Returns a filter with at most `depth` levels of `$and`, `$elemMatch` and the like.
    pub fn filter(&mut self, depth: usize) -> Document {
        let mut filter = Document::new();
        while filter.len() < 3 && self.more(4) {
            match self.below(if depth == 0 { 8 } else { 10 }) {
                0..=1 => {
                    filter.insert(self.path(), self.value(1));
                }
                2..=7 => {
                    let mut conditions = Document::new();
                    loop {
                        let operator = self.name("query");
                        conditions.insert(operator, self.operand(operator, depth));
                        if conditions.len() > 2 || !self.more(2) {
                            break;
                        }
                    }
                    filter.insert(self.path(), conditions);
                }
                _ => {
                    let operator = self.pick(&["$and", "$or", "$nor"]);
                    let mut parts = Vec::new();
                    while parts.len() < 3 && (parts.is_empty() || self.more(2)) {
                        parts.push(self.filter(depth - 1));
                    }
                    filter.insert(operator, parts);
                }
            }
        }
        filter
    }

    fn operand(&mut self, operator: &str, depth: usize) -> Bson {
        let deeper = depth.saturating_sub(1);
        match operator {
            "$in" | "$nin" | "$all" => {
                let count = self.below(4);
                Bson::Array((0..count).map(|_| self.value(1)).collect())
            }
            "$not" | "$elemMatch" if depth > 0 => {
                if self.below(2) == 0 {
                    return Bson::Document(self.filter(deeper));
                }
                let operator = self.name("query");
                Bson::Document(doc! { operator: self.operand(operator, deeper) })
            }
            "$expr" => self.expression(depth),
            "$mod" => Bson::Array(vec![self.number(), self.number()]),
            "$type" => [
                Bson::Int32(self.below(20) as i32),
                Bson::String(self.pick(&["number", "array", "null", "long"]).into()),
            ][self.below(2)]
            .clone(),
            "$jsonSchema" => Bson::Document(doc! {
                "bsonType": self.pick(&["object", "array", "int"]),
                "required": [self.path()],
                "properties": { self.path(): { self.pick(&["minimum", "type", "enum", "maxLength", "items"]): self.value(1) } },
            }),
            _ => self.value(1),
        }
    }

    /// Returns an update with operators, or occasionally a pipeline or a replacement.
    pub fn update(&mut self) -> Bson {
        match self.below(8) {
            0 => return Bson::Document(self.document(2)),
            1 => {
                let stage = self.pick(&["$set", "$unset", "$replaceWith", "$project"]);
                let argument = if stage == "$unset" {
                    Bson::String(self.path())
                } else {
                    Bson::Document(self.fields(2))
                };
                return Bson::Array(vec![Bson::Document(doc! { stage: argument })]);
            }
            _ => {}
        }
        let mut update = Document::new();
        while update.len() < 3 && (update.is_empty() || self.more(2)) {
            let operator = self.name("update");
            let mut changes = Document::new();
            while changes.len() < 3 && (changes.is_empty() || self.more(3)) {
                let mut path = self.path();
                match self.below(8) {
                    0 => path.push_str(".$[]"),
                    1 => path.push_str(".$"),
                    2 => path.push_str(".$[e]"),
                    3 => path.push_str(".$[e].b"),
                    _ => {}
                }
                changes.insert(path, self.change(operator));
            }
            update.insert(operator, changes);
        }
        Bson::Document(update)
    }

    fn change(&mut self, operator: &str) -> Bson {
        match operator {
            "$push" | "$addToSet" if self.below(2) == 0 => {
                let count = self.below(4);
                let mut push = doc! { "$each": (0..count).map(|_| self.value(1)).collect::<Vec<_>>() };
                while push.len() < 4 && self.more(3) {
                    let modifier = self.name("modifier");
                    let sort = modifier == "$sort" && self.below(2) == 0;
                    push.insert(
                        modifier,
                        if sort { Bson::Document(doc! { self.path(): -1 }) } else { self.number() },
                    );
                }
                Bson::Document(push)
            }
            "$pull" if self.below(2) == 0 => Bson::Document(self.filter(1)),
            "$pullAll" => Bson::Array(vec![self.value(1), self.value(0)]),
            "$rename" => Bson::String(self.path()),
            "$inc" | "$mul" | "$pop" => self.number(),
            "$bit" => Bson::Document(doc! { self.pick(&["and", "or", "xor"]): self.number() }),
            _ => self.value(2),
        }
    }

    fn fields(&mut self, depth: usize) -> Document {
        let mut fields = Document::new();
        while fields.len() < 3 && (fields.is_empty() || self.more(3)) {
            fields.insert(self.path(), self.expression(depth));
        }
        fields
    }

    /// Returns an aggregation expression.
    pub fn expression(&mut self, depth: usize) -> Bson {
        match self.below(if depth == 0 { 4 } else { 8 }) {
            0..=1 => Bson::String(format!("${}", self.path())),
            2 => self.scalar(),
            3 => self.value(1),
            4 => Bson::Document(self.fields(depth - 1)),
            _ => {
                let operator = self.operator("expression");
                Bson::Document(doc! { operator.name: self.argument(operator, depth - 1) })
            }
        }
    }

    /// Returns named arguments if the operator's example has some, otherwise one or several positional
    /// ones.
    fn argument(&mut self, operator: &Operator, depth: usize) -> Bson {
        let names: Vec<_> = operator.arguments.iter().filter(|name| **name != operator.name).collect();
        match self.below(8) {
            0..=5 if !names.is_empty() => {
                let mut arguments = Document::new();
                for name in names {
                    if self.below(8) != 0 {
                        arguments.insert(*name, self.expression(depth));
                    }
                }
                Bson::Document(arguments)
            }
            0..=3 => {
                let count = self.below(4);
                Bson::Array((0..count).map(|_| self.expression(depth)).collect())
            }
            _ => self.expression(depth),
        }
    }

    /// Returns stages that neither write nor use randomness.
    pub fn pipeline(&mut self, depth: usize) -> Vec<Document> {
        let mut stages = Vec::new();
        while stages.len() < 4 && (stages.is_empty() || self.more(4)) {
            stages.push(self.stage(depth));
        }
        stages
    }

    fn stage(&mut self, depth: usize) -> Document {
        match self.below(16) {
            0 => doc! { "$match": self.filter(1) },
            1 => doc! { "$project": self.fields(depth) },
            2 => doc! { "$set": self.fields(depth) },
            3 => doc! { "$unset": self.path() },
            4 => doc! { "$sort": { self.path(): self.direction(), "_id": 1 } },
            5 => doc! { "$limit": self.below(5) as i32 },
            6 => doc! { "$skip": self.below(3) as i32 },
            7 => {
                doc! { "$unwind": { "path": format!("${}", self.path()), "preserveNullAndEmptyArrays": self.below(2) == 1 } }
            }
            8 => {
                let mut group = doc! { "_id": self.expression(1) };
                while group.len() < 4 && self.more(2) {
                    let accumulator = self.operator("accumulator");
                    group.insert(
                        self.pick(&["a", "b", "c"]),
                        doc! { accumulator.name: self.argument(accumulator, 1) },
                    );
                }
                doc! { "$group": group }
            }
            9 => doc! { "$replaceWith": self.expression(depth) },
            10 => doc! { "$lookup": {
                "from": "d", "localField": self.path(), "foreignField": self.path(), "as": self.pick(&["x", "a", "a.b"]),
            } },
            11 if depth > 0 => {
                doc! { "$facet": { "a": self.pipeline(depth - 1), "b": self.pipeline(depth - 1) } }
            }
            12 => {
                let kind = ["window", "accumulator"][self.below(2)];
                let window = self.operator(kind);
                doc! { "$setWindowFields": {
                    "partitionBy": self.expression(1),
                    "sortBy": { self.path(): 1, "_id": 1 },
                    "output": { self.pick(&["x", "a"]): {
                        window.name: self.argument(window, 1),
                        "window": { "documents": [self.below(3) as i32 - 1, if self.below(2) == 0 { Bson::Int32(1) } else { "unbounded".into() }] },
                    } },
                } }
            }
            13 => doc! { "$count": self.pick(&["x", "a.b", "$a", ""]) },
            _ => {
                // $out and $merge write, $sample and statistics differ from run to run.
                const WRITING_OR_VARYING: &[&str] = &[
                    "$out",
                    "$merge",
                    "$sample",
                    "$collStats",
                    "$indexStats",
                    "$documents",
                    "$planCacheStats",
                ];
                let stage = self.operator("stage");
                if WRITING_OR_VARYING.contains(&stage.name) {
                    return doc! { "$match": {} };
                }
                let argument = self.argument(stage, 1);
                doc! { stage.name: argument }
            }
        }
    }
}
