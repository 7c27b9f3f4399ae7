//! What every store must do. An implementation has a test that calls `check`.

use super::{Kind, Store};

/// Panics where a store breaks the contract. `open` opens the same store again and again, if it `persists`.
pub fn check<S: Store>(open: &dyn Fn() -> S, persists: bool) {
    let store = open();
    let value = |seed: u8, length: usize| -> Vec<u8> { (0..length).map(|i| seed.wrapping_add(i as u8)).collect() };
    for kind in Kind::ALL {
        assert_eq!(store.get(kind, "0123abcd"), None, "nothing is there at first");
        store.put(kind, "0123abcd", &value(kind as u8, 100)).expect("it can be written");
        assert_eq!(store.get(kind, "0123abcd"), Some(value(kind as u8, 100)), "what was put is there");
        assert_eq!(store.get(kind, "0123abce"), None, "another key is another result");
    }
    store.put(Kind::Record, "0123abcd", b"other").expect("it can be written again");
    assert_eq!(store.get(Kind::Record, "0123abcd").as_deref(), Some(&b"other"[..]), "the last one counts");
    assert_eq!(store.get(Kind::Tests, "0123abcd"), Some(value(1, 100)), "kinds are apart");
    store.put(Kind::Record, "ffff", &[]).expect("an empty result is one");
    assert_eq!(store.get(Kind::Record, "ffff").as_deref(), Some(&[][..]));
    let large = value(7, 3 << 20);
    store.put(Kind::Tests, "00001111", &large).expect("large results fit");
    assert!(store.get(Kind::Tests, "00001111") == Some(large), "large results come back whole");
    never_torn(&store, &value);
    if persists {
        drop(store);
        assert_eq!(open().get(Kind::Record, "0123abcd").as_deref(), Some(&b"other"[..]), "results outlive the store");
    }
}

/// Readers see whole results while writers replace them.
fn never_torn(store: &impl Store, value: &(dyn Fn(u8, usize) -> Vec<u8> + Sync)) {
    const KEY: &str = "aaaabbbb";
    let whole = |seed: u8| value(seed, 50_000 + seed as usize);
    store.put(Kind::Record, KEY, &whole(0)).expect("it can be written");
    std::thread::scope(|scope| {
        for seed in 1..4 {
            scope.spawn(move || {
                (0..20).for_each(|_| store.put(Kind::Record, KEY, &whole(seed)).expect("it can be written"));
            });
        }
        for _ in 0..200 {
            let seen = store.get(Kind::Record, KEY).expect("something is there at any time");
            assert!((0..4).any(|seed| seen == whole(seed)), "half a result of {} bytes", seen.len());
        }
    });
}
