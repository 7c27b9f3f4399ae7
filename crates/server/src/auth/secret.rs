//! Secrets that are handed out once: sessions, tokens, links. Only their hashes are kept.

/// 256 bits by the system's generator, in hexadecimal.
pub fn new() -> String {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// What the database knows it by. Secrets are random and long: a quick hash is as good as a slow one.
pub fn hash(secret: &str) -> String {
    blake3::hash(secret.as_bytes()).to_hex().to_string()
}

/// Without telling by the time it takes where they differ.
pub fn same(a: &str, b: &str) -> bool {
    blake3::hash(a.as_bytes()) == blake3::hash(b.as_bytes())
}
