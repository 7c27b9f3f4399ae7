//! The memory's own tests: bounds, lives, escapes, snapshots.

use super::*;
use crescendo_program::source::PosId;

const HEAP: Label = Label::Heap { made: PosId(0), freed: PosId(0) };

fn memory(bits: u32) -> Memory {
    Memory::new(Geometry::new(bits), 1, false, MemoryLimits::default())
}

fn fault<T>(r: Result<T, MemoryError>) -> MemoryFault {
    match r {
        Ok(_) => panic!("the access was allowed"),
        Err(e) => e.fault,
    }
}

#[test]
fn bounds_on_every_side() {
    for bits in [32, 64] {
        let mut m = memory(bits);
        let p = m.allocate(10, 8, true, HEAP).unwrap();
        assert_eq!(m.load_slow(p + 2, 8).unwrap(), 0);
        assert_eq!(fault(m.load_slow(p + 3, 8)), MemoryFault::OutOfBounds);
        assert_eq!(fault(m.load_slow(p.wrapping_sub(1), 1)), MemoryFault::OutOfBounds);
        assert_eq!(fault(m.load_slow(p + 10, 1)), MemoryFault::OutOfBounds);
        assert_eq!(fault(m.load_slow(8, 4)), MemoryFault::Null);
    }
}

#[test]
fn freed_and_returned() {
    let mut m = memory(64);
    let p = m.allocate(4, 4, true, HEAP).unwrap();
    m.free(p).unwrap();
    assert_eq!(fault(m.load_slow(p, 4)), MemoryFault::UseAfterFree);
    assert_eq!(fault(m.free(p)), MemoryFault::DoubleFree);
    let q = m.push_stack(4, 4, &[], Label::Machine("x")).unwrap();
    assert_eq!(fault(m.free(q)), MemoryFault::InvalidFree);
    m.release_stack(q);
    assert_eq!(fault(m.store_slow(q, 4, 1)), MemoryFault::UseAfterReturn);
    let r = m.allocate(8, 8, true, HEAP).unwrap();
    assert_eq!(fault(m.free(r + 4)), MemoryFault::InvalidFree);
}

#[test]
fn large_objects_span_slots() {
    let mut m = memory(64);
    let size = 5 << 20;
    let p = m.allocate(size, 16, true, HEAP).unwrap();
    for at in [0, 1 << 20, (3 << 20) + 7, size - 8] {
        m.store_slow(p + at, 8, at + 1).unwrap();
    }
    for at in [0, 1 << 20, (3 << 20) + 7, size - 8] {
        assert_eq!(m.load_slow(p + at, 8).unwrap(), at + 1);
    }
    assert_eq!(fault(m.load_slow(p + size, 1)), MemoryFault::OutOfBounds);
    assert_eq!(m.moved(p, p + size - 1), p + size - 1);
}

#[test]
fn leaving_an_object_is_noticed_and_coming_back_is_fine() {
    for bits in [32, 64] {
        let mut m = memory(bits);
        let p = m.allocate(16, 8, true, HEAP).unwrap();
        let q = m.allocate(16, 8, true, HEAP).unwrap();
        let astray = m.moved(p, q);
        assert_ne!(astray, q, "landed in a neighbour");
        assert_eq!(fault(m.load_slow(astray, 4)), MemoryFault::OutOfBounds);
        let home = m.moved(astray, astray.wrapping_sub(q.wrapping_sub(p)));
        assert_eq!(home, p);
        let further = m.moved(p, p.wrapping_add(1 << 30));
        assert!(m.load_slow(further, 1).is_err());
    }
}

#[test]
fn uninitialised_reads_are_noted_until_written() {
    for size in [8u64, 100] {
        let mut m = memory(64);
        let p = m.allocate(size, 8, false, HEAP).unwrap();
        m.load_slow(p, 4).unwrap();
        assert!(m.take_uninitialised());
        m.store_slow(p, 4, 7).unwrap();
        m.load_slow(p, 4).unwrap();
        assert!(!m.take_uninitialised());
        let q = m.allocate(size, 8, true, HEAP).unwrap();
        m.copy(q, p, 8).unwrap();
        m.load_slow(q, 4).unwrap();
        assert!(!m.take_uninitialised());
        m.load_slow(q + 4, 4).unwrap();
        assert!(m.take_uninitialised(), "copied gaps stay gaps");
        m.fill(p, 0, size).unwrap();
        assert_eq!(m.table[m.geometry.slot_of(p) as usize].load, size, "fully written objects are fast");
    }
}

#[test]
fn constants_refuse_writes() {
    let mut m = memory(64);
    m.table.resize(10, EMPTY);
    m.objects.resize_with(10, Object::none);
    m.next_slot = 10;
    let at = m.geometry.place(3, 1);
    m.add_fixed(at, 4, b"abcd", true, Label::Machine("text")).unwrap();
    assert_eq!(m.load_slow(at, 4).unwrap(), u32::from_le_bytes(*b"abcd") as u64);
    assert_eq!(fault(m.store_slow(at, 1, 0)), MemoryFault::WriteToConstant);
}

#[test]
fn snapshots_bring_everything_back() {
    let mut m = memory(64);
    let p = m.allocate(8, 8, true, HEAP).unwrap();
    let s = m.push_stack(8, 8, &[], Label::Machine("x")).unwrap();
    m.store_slow(p, 8, 1).unwrap();
    m.store_slow(s, 8, 2).unwrap();
    let snap = m.snapshot();
    let live = m.live_bytes();
    for round in 0..3 {
        m.store_slow(p, 8, 10 + round).unwrap();
        m.store_slow(s, 8, 20).unwrap();
        let extra = m.allocate(100, 8, true, HEAP).unwrap();
        m.store_slow(extra, 8, 1).unwrap();
        let inner = m.snapshot();
        m.store_slow(p, 8, 99).unwrap();
        m.restore(inner);
        assert_eq!(m.load_slow(p, 8).unwrap(), 10 + round);
        m.free(p).unwrap();
        m.restore(snap);
        assert_eq!(m.load_slow(p, 8).unwrap(), 1);
        assert_eq!(m.load_slow(s, 8).unwrap(), 2);
        assert_eq!(fault(m.load_slow(extra, 8)), MemoryFault::Wild);
        assert_eq!(m.live_bytes(), live);
        let again = m.allocate(100, 8, true, HEAP).unwrap();
        assert_eq!(again, extra, "addresses repeat after going back");
        m.restore(snap);
    }
}

#[test]
fn snapshots_know_objects_at_given_addresses() {
    let mut m = memory(64);
    let slot = m.reserve_region(8).unwrap();
    let (first, second) = (m.geometry.place(slot, 16), m.geometry.place(slot + 4, 16));
    let outer = m.snapshot();
    for round in 0..2 {
        m.add_fixed(first, 4, b"abcd", false, Label::Machine("first")).unwrap();
        let inner = m.snapshot();
        m.add_fixed(second, 4, b"efgh", false, Label::Machine("second")).unwrap();
        m.store_slow(first, 1, round).unwrap();
        m.restore(inner);
        assert_eq!(m.load_slow(first, 4).unwrap(), u32::from_le_bytes(*b"abcd") as u64);
        assert_eq!(fault(m.load_slow(second, 4)), MemoryFault::Wild);
        m.restore(outer);
        assert_eq!(fault(m.load_slow(first, 4)), MemoryFault::Wild);
    }
}

#[test]
fn the_limit_holds() {
    let limits = MemoryLimits { bytes: 1000, stack: 100 };
    let mut m = Memory::new(Geometry::new(64), 1, false, limits);
    assert_eq!(m.allocate(2000, 1, true, HEAP), Err(MemoryFault::Limit));
    assert_eq!(m.push_stack(10_000, 1, &[], HEAP), Err(MemoryFault::StackExhausted));
    for _ in 0..10_000 {
        let p = m.allocate(500, 1, true, HEAP).unwrap();
        m.free(p).unwrap();
    }
    assert!(m.table.len() < 10_000, "slots are used again");
}
