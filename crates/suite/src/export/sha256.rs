//! SHA-256, as Test-Comp wants it of the program's file.

/// In hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    let (first, round) = constants();
    let mut state = first;
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((bytes.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks_exact(64) {
        let mut w = [0u32; 64];
        for (i, word) in block.chunks_exact(4).enumerate() {
            w[i] = word.iter().fold(0, |n, b| n << 8 | *b as u32);
        }
        for i in 16..64 {
            let (a, b) = (w[i - 15], w[i - 2]);
            let a = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
            let b = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
            w[i] = w[i - 16].wrapping_add(a).wrapping_add(w[i - 7]).wrapping_add(b);
        }
        let mut s = state;
        for i in 0..64 {
            let big = s[4].rotate_right(6) ^ s[4].rotate_right(11) ^ s[4].rotate_right(25);
            let choice = s[4] & s[5] ^ !s[4] & s[6];
            let sum = [s[7], big, choice, round[i], w[i]].into_iter().fold(0, u32::wrapping_add);
            let small = s[0].rotate_right(2) ^ s[0].rotate_right(13) ^ s[0].rotate_right(22);
            let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2];
            s.rotate_right(1);
            s[4] = s[4].wrapping_add(sum);
            s[0] = sum.wrapping_add(small).wrapping_add(majority);
        }
        state.iter_mut().zip(s).for_each(|(a, b)| *a = a.wrapping_add(b));
    }
    state.iter().map(|n| format!("{n:08x}")).collect()
}

/// The first 32 bits of the fractions of the square roots of 8 primes, and of the cube roots of 64.
fn constants() -> ([u32; 8], [u32; 64]) {
    let mut primes = (2u128..).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0));
    let primes: [u128; 64] = std::array::from_fn(|_| primes.next().expect("there are more"));
    // The largest r with r^power <= n * 2^(32 * power): the root with 32 bits behind the point.
    let root = |n: u128, power: u32| {
        let (mut low, mut high) = (0u128, 1u128 << 38);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if middle.pow(power) <= n << (32 * power) { low = middle } else { high = middle }
        }
        low as u32
    };
    (std::array::from_fn(|i| root(primes[i], 2)), std::array::from_fn(|i| root(primes[i], 3)))
}

#[test]
fn known_hashes() {
    assert_eq!(sha256(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    let long = [b'a'; 1000];
    assert_eq!(sha256(&long), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
}
