//! Passwords: argon2id with the parameters that OWASP asks for (19 MB, two passes).

use argon2::password_hash::rand_core::{self, CryptoRng, RngCore};
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

/// Of a password.
pub const SHORTEST: usize = 10;
const LONGEST: usize = 200;

/// Passwords that are looked at at the same time: each takes memory and a core.
static AT_ONCE: Semaphore = Semaphore::const_new(4);

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum PasswordFault {
    #[error("a password has at least {SHORTEST} characters")]
    Short,
    #[error("a password has at most {LONGEST} bytes")]
    Long,
}

pub fn check(password: &str) -> Result<(), PasswordFault> {
    match password {
        p if p.chars().count() < SHORTEST => Err(PasswordFault::Short),
        p if p.len() > LONGEST => Err(PasswordFault::Long),
        _ => Ok(()),
    }
}

struct System;

impl RngCore for System {
    fn next_u32(&mut self) -> u32 {
        let mut bytes = [0; 4];
        self.fill_bytes(&mut bytes);
        u32::from_le_bytes(bytes)
    }

    fn next_u64(&mut self) -> u64 {
        let mut bytes = [0; 8];
        self.fill_bytes(&mut bytes);
        u64::from_le_bytes(bytes)
    }

    fn fill_bytes(&mut self, to: &mut [u8]) {
        getrandom::fill(to).expect("the system has random numbers");
    }

    fn try_fill_bytes(&mut self, to: &mut [u8]) -> Result<(), rand_core::Error> {
        self.fill_bytes(to);
        Ok(())
    }
}

impl CryptoRng for System {}

fn argon() -> Argon2<'static> {
    let params = Params::new(19 * 1024, 2, 1, None).expect("these are in bounds");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let _place = AT_ONCE.acquire().await.expect("it is never closed");
    tokio::task::spawn_blocking(work).await.expect("hashing does not fail")
}

/// What is kept of a password.
pub async fn hash(password: String) -> String {
    aside(move || {
        let salt = SaltString::generate(&mut System);
        argon().hash_password(password.as_bytes(), &salt).expect("any bytes can be hashed").to_string()
    })
    .await
}

/// Whether it is the password. Where there is none to compare with, it takes as long.
pub async fn verify(password: String, kept: Option<String>) -> bool {
    const NOBODYS: &str =
        "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    aside(move || {
        let known = kept.is_some();
        let text = kept.unwrap_or_else(|| NOBODYS.to_string());
        let right = PasswordHash::new(&text).is_ok_and(|h| argon().verify_password(password.as_bytes(), &h).is_ok());
        right && known
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn right_and_wrong() {
        let kept = hash("correct horse".into()).await;
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert!(verify("correct horse".into(), Some(kept.clone())).await);
        assert!(!verify("correct house".into(), Some(kept)).await);
        assert!(!verify("anything".into(), None).await);
        assert_eq!(check("short"), Err(PasswordFault::Short));
    }
}
