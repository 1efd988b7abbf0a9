//! Geospatial queries with an index agree with collection scans.

mod common;

use bson::{Bson, Document, doc};
use common::{ids, run};
use engine::{Engine, EngineOptions};
use proptest::prelude::*;

/// A longitude and latitude, often a special case: the poles, the date line, a repeated place.
fn pair() -> impl Strategy<Value = (f64, f64)> {
    prop_oneof![
        4 => (-180.0..180.0, -90.0..90.0),
        4 => (10.0..11.0, 50.0..51.0),
        2 => (prop::sample::select(vec![-180.0, 180.0, 179.9, 0.0]), prop::sample::select(vec![-90.0, 90.0, 89.9, 0.0])),
    ]
}

fn array((x, y): (f64, f64)) -> Bson {
    Bson::Array(vec![Bson::Double(x), Bson::Double(y)])
}

/// A polygon around a place. Its corners have increasing angles, so its edges don't cross.
fn ring() -> impl Strategy<Value = Bson> {
    ((-170.0..170.0, -70.0..70.0), prop::collection::vec(0.05..8.0, 3..7)).prop_map(|((x, y), reaches)| {
        let count = reaches.len() as f64;
        let corner = |(at, reach): (usize, &f64)| {
            let angle = at as f64 / count * std::f64::consts::TAU;
            array((x + reach * angle.cos(), y + reach * angle.sin()))
        };
        let mut corners: Vec<Bson> = reaches.iter().enumerate().map(corner).collect();
        corners.push(corners[0].clone());
        Bson::Array(corners)
    })
}

fn geometry() -> impl Strategy<Value = Document> {
    let point = pair().prop_map(|point| doc! { "type": "Point", "coordinates": array(point) });
    let line = prop::collection::vec(pair(), 2..5).prop_map(
        |points| doc! { "type": "LineString", "coordinates": points.into_iter().map(array).collect::<Vec<_>>() },
    );
    let polygon = ring().prop_map(|ring| doc! { "type": "Polygon", "coordinates": [ring] });
    prop_oneof![4 => point, 1 => line, 2 => polygon]
}

fn place() -> impl Strategy<Value = Bson> {
    prop_oneof![3 => geometry().prop_map(Bson::Document), 2 => pair().prop_map(array), 1 => Just(Bson::Null)]
}

fn condition() -> impl Strategy<Value = Document> {
    let cap = (pair(), 0.0..1.5)
        .prop_map(|(center, radius)| doc! { "$geoWithin": { "$centerSphere": [array(center), radius] } });
    let small_cap = (pair(), 0.0..0.01)
        .prop_map(|(center, radius)| doc! { "$geoWithin": { "$centerSphere": [array(center), radius] } });
    let within = ring().prop_map(
        |ring| doc! { "$geoWithin": { "$geometry": { "type": "Polygon", "coordinates": [ring] } } },
    );
    let crossing = geometry().prop_map(|geometry| doc! { "$geoIntersects": { "$geometry": geometry } });
    let rectangle =
        (pair(), pair()).prop_map(|(a, b)| doc! { "$geoWithin": { "$box": [array(a), array(b)] } });
    let circle = (pair(), 0.0..30.0)
        .prop_map(|(center, radius)| doc! { "$geoWithin": { "$center": [array(center), radius] } });
    prop_oneof![cap, small_cap, within, crossing, rectangle, circle]
}

fn filled(places: &[Bson], kind: &str) -> Engine {
    let mut engine = Engine::new(EngineOptions::default());
    run(&mut engine, doc! { "createIndexes": "c", "indexes": [{ "key": { "p": kind }, "name": "p" }] });
    for (id, place) in places.iter().enumerate() {
        // Documents that the index rejects are not inserted.
        run(&mut engine, doc! { "insert": "c", "documents": [{ "_id": id as i32, "p": place.clone() }] });
    }
    engine
}

fn distances(engine: &mut Engine, search: Document) -> Vec<(i32, f64)> {
    let pipeline = vec![doc! { "$geoNear": search }];
    let reply = run(engine, doc! { "aggregate": "c", "pipeline": pipeline, "cursor": { "batchSize": 1000 } });
    let batch = reply.get_document("cursor").and_then(|cursor| cursor.get_array("firstBatch"));
    let found = batch.unwrap_or_else(|_| panic!("no batch: {reply}"));
    let row = |row: &Bson| {
        let row = row.as_document().expect("a document");
        (row.get_i32("_id").expect("an id"), row.get_f64("d").expect("a distance"))
    };
    found.iter().map(row).collect()
}

proptest! {
    #[test]
    fn geospatial_indexes_agree_with_scans(
        places in prop::collection::vec(place(), 1..40),
        conditions in prop::collection::vec(condition(), 1..6),
        kind in prop::sample::select(vec!["2dsphere", "2d"]),
    ) {
        let mut engine = filled(&places, kind);
        for condition in &conditions {
            let find = doc! { "find": "c", "filter": { "p": condition.clone() } };
            let mut scan = find.clone();
            scan.insert("hint", doc! { "$natural": 1 });
            let (scanned, found) = (run(&mut engine, scan), run(&mut engine, find));
            // Two places at a pole are the same point, so no line connects them and the condition is
            // rejected.
            if let Ok(code) = scanned.get_i32("code") {
                prop_assert_eq!(found.get_i32("code").ok(), Some(code), "{} by {}", condition, kind);
                continue;
            }
            let (expected, mut found) = (ids(&scanned), ids(&found));
            found.sort_unstable();
            prop_assert_eq!(found, expected, "{} by {}", condition, kind);
        }
    }

    #[test]
    fn near_returns_every_place_once_in_order(
        places in prop::collection::vec(place(), 1..40),
        from in pair(),
        limits in (0.0..1e7_f64, 0.0..1e7_f64),
    ) {
        let mut engine = filled(&places, "2dsphere");
        let stored = run(&mut engine, doc! { "count": "c", "query": { "p": { "$ne": null } } });
        let search = doc! {
            "near": { "type": "Point", "coordinates": array(from) }, "distanceField": "d", "spherical": true
        };
        let all = distances(&mut engine, search.clone());
        prop_assert!(all.windows(2).all(|pair| pair[0].1 <= pair[1].1), "{:?}", all);
        prop_assert_eq!(stored.get_i32("n").ok(), Some(all.len() as i32));
        let (min, max) = (limits.0.min(limits.1), limits.0.max(limits.1));
        let mut bounded = search;
        bounded.insert("minDistance", min);
        bounded.insert("maxDistance", max);
        let within: Vec<_> = all.into_iter().filter(|(_, d)| *d >= min && *d <= max).collect();
        prop_assert_eq!(distances(&mut engine, bounded), within);
    }

    #[test]
    fn near_on_the_plane_does_too(
        places in prop::collection::vec(pair().prop_map(array), 1..40),
        from in pair(),
        max in 0.0..200.0,
    ) {
        let mut engine = filled(&places, "2d");
        let near = |max: f64| doc! { "near": array(from), "distanceField": "d", "maxDistance": max };
        let all = distances(&mut engine, near(1e9));
        let stored = run(&mut engine, doc! { "count": "c" });
        prop_assert_eq!(stored.get_i32("n").ok(), Some(all.len() as i32));
        prop_assert!(all.windows(2).all(|pair| pair[0].1 <= pair[1].1), "{:?}", all);
        let within: Vec<_> = all.into_iter().filter(|(_, d)| *d <= max).collect();
        prop_assert_eq!(distances(&mut engine, near(max)), within);
    }
}
