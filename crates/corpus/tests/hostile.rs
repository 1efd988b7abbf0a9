//! Damaged commands: for any command, the engine must reply with BSON, not panic, and stay usable.
//!
//! Each round takes a case of the corpus, damages it in a few places with pieces of other cases and with
//! edge-case values, and runs it. `HOSTILE_ROUNDS` sets the number of rounds, `HOSTILE_SEED` the first
//! seed.
#![cfg(not(target_arch = "wasm32"))]

use std::panic::{AssertUnwindSafe, catch_unwind};

use bson::{Bson, Document, doc};
use corpus::random::{Random, setting};
use engine::{Engine, EngineOptions};

fn nasty() -> Vec<Bson> {
    let mut deep = Bson::Int32(1);
    for _ in 0..98 {
        deep = Bson::Array(vec![deep]);
    }
    let mut values = vec![
        deep,
        Bson::Int32(i32::MIN),
        Bson::Int32(0),
        Bson::Int32(-1),
        Bson::Int64(i64::MIN),
        Bson::Int64(i64::MAX),
        Bson::Double(f64::NAN),
        Bson::Double(f64::NEG_INFINITY),
        Bson::Double(1e308),
        Bson::Double(-0.0),
        Bson::Double(0.5),
        Bson::Null,
        Bson::Undefined,
        Bson::MinKey,
        Bson::MaxKey,
        Bson::Boolean(true),
        Bson::Document(Document::new()),
        Bson::Array(Vec::new()),
        Bson::DateTime(bson::DateTime::from_millis(i64::MIN)),
        Bson::DateTime(bson::DateTime::from_millis(i64::MAX)),
        Bson::Timestamp(bson::Timestamp { time: u32::MAX, increment: 0 }),
        Bson::ObjectId(bson::oid::ObjectId::from_bytes([0xFF; 12])),
        Bson::Binary(bson::Binary { subtype: bson::spec::BinarySubtype::Generic, bytes: vec![0xFF; 9] }),
        Bson::JavaScriptCode("this".into()),
    ];
    let texts = [
        "",
        "$",
        "$a",
        "$$",
        "$$ROOT",
        "$$x",
        ".",
        "a.",
        ".a",
        "a..b",
        "a.b.c.d",
        "a.0.0",
        "a.$",
        "a.$[]",
        "a.$[x]",
        "$[]",
        "_id",
        "__proto__",
        "((((",
        "(a+)+$",
        "[",
        "\\",
        "%Y-%m-%dT%H:%M:%S.%LZ",
        "%",
        "ä😀\u{0301}",
        "99999999999999999999",
        "1e99999",
        "NaN",
        "Europe/Berlin",
        "+99:99",
        "\u{10FFFF}",
    ];
    values.extend(texts.map(|text| Bson::String(text.into())));
    let decimals = ["NaN", "Infinity", "-0", "9.999999999999999999999999999999999E6144", "1E-6176"];
    values.extend(decimals.map(|text| Bson::Decimal128(text.parse().expect("a decimal"))));
    values
}

/// Collects all values inside a value, including itself.
fn collect(value: &Bson, out: &mut Vec<Bson>) {
    out.push(value.clone());
    match value {
        Bson::Document(inner) => inner.values().for_each(|value| collect(value, out)),
        Bson::Array(items) => items.iter().for_each(|value| collect(value, out)),
        _ => {}
    }
}

fn damage(value: &mut Bson, pool: &[Bson], names: &[String], random: &mut Random) {
    let here = random.below(4) == 0;
    match value {
        Bson::Document(inner) if !inner.is_empty() && !here => {
            let key = inner.keys().nth(random.below(inner.len())).expect("not empty").clone();
            match random.below(8) {
                0 => {
                    inner.remove(&key);
                }
                1 => {
                    let moved = inner.remove(&key).unwrap_or(Bson::Null);
                    inner.insert(names[random.below(names.len())].clone(), moved);
                }
                2 => {
                    inner.insert(
                        names[random.below(names.len())].clone(),
                        pool[random.below(pool.len())].clone(),
                    );
                }
                _ => {
                    if let Some(child) = inner.get_mut(&key) {
                        damage(child, pool, names, random);
                    }
                }
            }
        }
        Bson::Array(items) if !items.is_empty() && !here => {
            let at = random.below(items.len());
            match random.below(6) {
                0 => {
                    items.remove(at);
                }
                1 => items.push(pool[random.below(pool.len())].clone()),
                _ => damage(&mut items[at], pool, names, random),
            }
        }
        other => *other = pool[random.below(pool.len())].clone(),
    }
}

#[test]
fn damaged_commands_are_answered() {
    let cases = corpus::cases();
    let mut pool = nasty();
    let mut names: Vec<String> =
        ["", "$", "_id", "a", "a.b", "$or", "$set", "$each", "__proto__"].map(String::from).to_vec();
    for case in &cases {
        collect(&Bson::Document(case.clone()), &mut pool);
        pool.iter().rev().take(40).for_each(|value| {
            if let Bson::Document(inner) = value {
                names.extend(inner.keys().cloned());
            }
        });
    }
    names.sort();
    names.dedup();
    let first = setting("HOSTILE_SEED", 1);
    for seed in first..first + setting("HOSTILE_ROUNDS", 3000) {
        let mut random = Random::new(seed);
        let mut case = cases[random.below(cases.len())].clone();
        for _ in 0..=random.below(3) {
            let run: Vec<String> = case
                .keys()
                .filter(|key| !matches!(key.as_str(), "name" | "result" | "reply" | "error" | "after"))
                .cloned()
                .collect();
            let key = &run[random.below(run.len())];
            if let Some(part) = case.get_mut(key) {
                damage(part, &pool, &names, &mut random);
            }
        }
        let survived = catch_unwind(AssertUnwindSafe(|| {
            let mut engine = Engine::new(EngineOptions::default());
            // A case whose preparation fails must also be answered.
            let _ = corpus::attempt(&mut engine, &case);
            // A fail point may be enabled.
            let off = doc! { "configureFailPoint": "failCommand", "mode": "off", "$db": "admin" };
            engine.run_command(&off.to_vec().expect("encodable"));
            let ping = doc! { "ping": 1, "$db": "test" }.to_vec().expect("encodable");
            let reply = engine.run_command(&ping);
            Document::from_reader(reply.as_slice())
                .is_ok_and(|reply| reply.get_f64("ok").is_ok_and(|ok| ok == 1.0))
        }));
        assert!(matches!(survived, Ok(true)), "seed {seed}: {case}");
    }
}

#[test]
fn damaged_bytes_are_answered() {
    let cases = corpus::cases();
    let first = setting("HOSTILE_SEED", 1);
    for seed in first..first + setting("HOSTILE_ROUNDS", 3000) {
        let mut random = Random::new(seed);
        let case = &cases[random.below(cases.len())];
        let mut bytes =
            doc! { "aggregate": "c", "pipeline": [case.clone()], "$db": "test" }.to_vec().expect("encodable");
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            match random.below(4) {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, random.number() as u8),
                _ => {
                    if let Some(byte) = bytes.get_mut(at) {
                        *byte = random.number() as u8;
                    }
                }
            }
        }
        let survived = catch_unwind(|| {
            let reply = Engine::new(EngineOptions::default()).run_command(&bytes);
            Document::from_reader(reply.as_slice()).is_ok()
        });
        assert!(matches!(survived, Ok(true)), "seed {seed}: {bytes:?}");
    }
}
