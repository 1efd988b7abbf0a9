//! `$elemMatch` in nested arrays: queries with an index agree with collection scans.

mod common;

use bson::{Bson, Document, doc};
use common::{ids, run};
use engine::{Engine, EngineOptions};
use proptest::prelude::*;

fn number() -> impl Strategy<Value = Bson> + Clone {
    (0i32..4).prop_map(Bson::Int32)
}

/// A value, or an array of values.
fn or_array(one: impl Strategy<Value = Bson> + Clone + 'static) -> BoxedStrategy<Bson> {
    let many = prop::collection::vec(one.clone(), 0..3).prop_map(Bson::Array);
    prop_oneof![2 => one, 1 => many].boxed()
}

/// Documents with shelves of books by pages and year, and the shelf's colour.
fn shelves() -> impl Strategy<Value = Bson> {
    let book = (or_array(number()), or_array(number()))
        .prop_map(|(pages, year)| Bson::Document(doc! { "pages": pages, "year": year }));
    let shelf = (or_array(book), or_array(number()))
        .prop_map(|(books, colour)| Bson::Document(doc! { "books": books, "colour": colour }));
    or_array(shelf)
}

fn condition() -> impl Strategy<Value = Bson> + Clone {
    let range = (0i32..3, 1i32..4).prop_map(|(low, high)| doc! { "$gte": low, "$lt": high });
    prop_oneof![
        3 => number(),
        2 => range.clone().prop_map(Bson::Document),
        1 => range.prop_map(|range| Bson::Document(doc! { "$elemMatch": range })),
        1 => (number(), 0i32..4).prop_map(|(other, low)| {
            Bson::Document(doc! { "$elemMatch": { "$ne": other, "$not": { "$lt": low } } })
        }),
    ]
}

fn filter() -> impl Strategy<Value = Document> {
    let shape = prop::sample::select(vec![0, 1, 2, 3]);
    (shape, condition(), condition(), prop::option::of(condition()), prop::option::of(condition())).prop_map(
        |(shape, pages, year, colour, beside)| {
            let mut books = doc! { "pages": pages.clone(), "year": year.clone() };
            let mut shelf = match shape {
                0 => doc! { "books.pages": pages, "books.year": year },
                1 => doc! { "books": { "$elemMatch": books } },
                2 => doc! { "books": { "$elemMatch": { "pages": pages } }, "books.year": year },
                _ => {
                    books.remove("year");
                    doc! { "books": { "$elemMatch": books } }
                }
            };
            if let Some(colour) = colour {
                shelf.insert("colour", colour);
            }
            let mut filter = doc! { "shelves": { "$elemMatch": shelf } };
            if let Some(beside) = beside {
                filter.insert("shelves.books.pages", beside);
            }
            filter
        },
    )
}

fn index() -> impl Strategy<Value = Document> {
    let paths = vec!["shelves.books.pages", "shelves.books.year", "shelves.colour"];
    let ordered = (Just(paths).prop_shuffle(), 1usize..4).prop_map(|(paths, count)| {
        paths.into_iter().take(count).map(|path| (path.to_owned(), Bson::Int32(1))).collect()
    });
    let wildcard = prop::sample::select(vec!["$**", "shelves.$**", "shelves.books.$**"]);
    prop_oneof![3 => ordered, 1 => wildcard.prop_map(|key| doc! { key: 1 })]
}

proptest! {
    #[test]
    fn nested_element_matches(
        documents in prop::collection::vec(shelves(), 1..20),
        key in index(),
        filters in prop::collection::vec(filter(), 1..5),
    ) {
        let mut engine = Engine::new(EngineOptions::default());
        let wildcard = key.keys().any(|path| path.contains('*'));
        let spec = doc! { "key": key, "name": "i" };
        run(&mut engine, doc! { "createIndexes": "c", "indexes": [spec] });
        // Some documents are rejected, since an index doesn't support parallel arrays.
        for (id, shelves) in documents.into_iter().enumerate() {
            run(&mut engine, doc! { "insert": "c", "documents": [{ "_id": id as i32, "shelves": shelves }] });
        }
        for filter in filters {
            let mut found = |hint: Option<Bson>| {
                let mut command = doc! { "find": "c", "filter": filter.clone() };
                command.extend(hint.map(|hint| ("hint".to_owned(), hint)));
                let reply = run(&mut engine, command);
                let mut ids = ids(&reply);
                ids.sort_unstable();
                ids
            };
            let read = found(Some(doc! { "$natural": 1 }.into()));
            let hint = (!wildcard).then(|| "i".into());
            prop_assert_eq!(found(hint), read, "{}", filter);
        }
    }
}

/// Numbers in arrays nested up to four deep.
fn deep() -> BoxedStrategy<Bson> {
    number()
        .prop_recursive(4, 24, 3, |inner| prop::collection::vec(inner, 0..3).prop_map(Bson::Array))
        .boxed()
}

/// Operators on a value that may contain nested arrays.
fn operators() -> BoxedStrategy<Document> {
    let leaf = prop_oneof![
        (prop::sample::select(vec!["$eq", "$gt", "$lte", "$ne"]), deep())
            .prop_map(|(name, value)| doc! { name: value }),
        prop::collection::vec(deep(), 1..3).prop_map(|values| doc! { "$in": values }),
        prop::collection::vec(deep(), 1..3).prop_map(|values| doc! { "$nin": values }),
        (0i32..3).prop_map(|size| doc! { "$size": size }),
        prop::sample::select(vec!["array", "int"]).prop_map(|name| doc! { "$type": name }),
        any::<bool>().prop_map(|exists| doc! { "$exists": exists }),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        prop_oneof![
            3 => inner.clone().prop_map(|one| doc! { "$elemMatch": one }),
            1 => inner.clone().prop_map(|one| doc! { "$not": one }),
            1 => inner.clone().prop_map(|one| doc! { "$all": [{ "$elemMatch": one }] }),
            1 => (inner.clone(), inner).prop_map(|(mut one, other)| {
                one.extend(other);
                one
            }),
        ]
    })
    .boxed()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]
    #[test]
    fn element_matches_in_nested_arrays(
        values in prop::collection::vec(deep(), 1..16),
        filters in prop::collection::vec(operators(), 1..6),
    ) {
        let mut engine = Engine::new(EngineOptions::default());
        let documents: Vec<_> =
            values.into_iter().enumerate().map(|(id, a)| doc! { "_id": id as i32, "a": a }).collect();
        run(&mut engine, doc! { "insert": "c", "documents": documents });
        run(&mut engine, doc! { "createIndexes": "c", "indexes": [{ "key": { "a": 1 }, "name": "i" }] });
        for filter in filters {
            let mut found = |hint: Bson| {
                let reply = run(&mut engine, doc! { "find": "c", "filter": { "a": filter.clone() }, "hint": hint });
                // `$all` combines `$elemMatch` with nothing else, and `$not` excludes some forms of `$eq`.
                reply.get_document("cursor").ok().map(|_| {
                    let mut ids = ids(&reply);
                    ids.sort_unstable();
                    ids
                })
            };
            prop_assert_eq!(found("i".into()), found(doc! { "$natural": 1 }.into()), "{}", filter);
        }
    }
}
