//! The generators against the machine's glibc. One test: they share the process's state.
#![cfg(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"))]

mod common;

use common::Rng;
use crescendo_cformat::rand::{Rand48, Random, rand_r};
use crescendo_cformat_oracle::{self as native, Seed48};

fn check_rand48(ours: &mut Rand48, seed: Seed48, state: [u16; 3]) {
    let (expected, _) = native::rand48_sequence(seed, state, 50);
    let mut state = state;
    for round in expected {
        let mine = [
            ours.drand48().to_bits(),
            u64::from(ours.lrand48()),
            i64::from(ours.mrand48()) as u64,
            ours.erand48(&mut state).to_bits(),
            u64::from(ours.nrand48(&mut state)),
            i64::from(ours.jrand48(&mut state)) as u64,
        ];
        assert_eq!(mine, round, "{seed:?}");
    }
}

#[test]
fn sequences() {
    let mut rng = Rng::new(40);
    let sequence = |mut random: Random, count| (0..count).map(|_| random.next()).collect::<Vec<_>>();

    assert_eq!(sequence(Random::default(), 1000), native::rand_sequence(None, 1000), "without a seed");
    for seed in [0, 1, 2, 42, 0x7fff_ffff, 0x8000_0000, u32::MAX] {
        assert_eq!(sequence(Random::new(seed), 1000), native::rand_sequence(Some(seed), 1000), "seed {seed}");
    }
    for _ in 0..300 {
        let seed = rng.next() as u32;
        assert_eq!(sequence(Random::new(seed), 100), native::rand_sequence(Some(seed), 100), "seed {seed}");
    }
    for size in [8, 16, 31, 32, 63, 64, 100, 127, 128, 255, 256, 300] {
        for seed in [0, 1, 77, u32::MAX] {
            let ours = sequence(Random::with_state_size(seed, size).unwrap(), 200);
            assert_eq!(ours, native::random_with_state(seed, size, 200), "seed {seed}, {size} bytes");
        }
    }
    assert_eq!(Random::with_state_size(1, 7), None);

    for _ in 0..1000 {
        let (mut ours, mut theirs) = (rng.next() as u32, 0);
        theirs += ours;
        for _ in 0..10 {
            assert_eq!(rand_r(&mut ours), native::rand_r(&mut theirs));
            assert_eq!(ours, theirs);
        }
    }

    let mut ours = Rand48::default();
    check_rand48(&mut ours, Seed48::Fresh, [1, 2, 3]);
    for _ in 0..100 {
        let words: [u16; 7] = std::array::from_fn(|_| rng.next() as u16);
        let state = [words[0], words[3], words[5]];
        let seed = rng.next() as u32;
        ours.srand48(seed);
        check_rand48(&mut ours, Seed48::Number(seed), state);
        let old = ours.seed48(state);
        let (_, native_old) = native::rand48_sequence(Seed48::State(state), state, 0);
        assert_eq!(Some(old), native_old);
        check_rand48(&mut ours, Seed48::Fresh, state);
        ours.lcong48(words);
        check_rand48(&mut ours, Seed48::Parameters(words), state);
    }
}
