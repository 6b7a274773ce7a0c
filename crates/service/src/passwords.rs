//! Passwords: argon2id, off the threads that serve games.
//!
//! Hashing takes some 20 ms and 19 MiB on purpose. It runs on a thread of its own, which yields
//! to everything else and uses one buffer again and again; only so many may wait for it, and who
//! comes beyond that is told to come again.

use std::thread;

use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::phc::{Output, ParamsString, PasswordHash, Salt},
};
use tokio::sync::{mpsc, oneshot};
use tracing::error;

use crate::{priority, random};

/// How many may wait for the hashing thread.
pub const WAITING_MAX: usize = 32;

/// Fewest signs of a password.
pub const PASSWORD_SIGNS_MIN: usize = 8;

/// Most bytes of a password: a longer one is refused, not cut.
pub const PASSWORD_BYTES_MAX: usize = 256;

/// Too many wait to be hashed already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many people sign in just now; try again in a moment")]
pub struct Busy;

/// The way to the hashing thread. Cheap to clone; the thread ends with the last clone.
#[derive(Clone, Debug)]
pub struct Passwords {
    jobs: mpsc::Sender<Job>,
}

enum Job {
    Hash { password: String, answer: oneshot::Sender<Option<String>> },
    Verify { password: String, hash: Option<String>, answer: oneshot::Sender<bool> },
}

impl Passwords {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start() -> std::io::Result<Self> {
        let (jobs, queue) = mpsc::channel(WAITING_MAX);
        thread::Builder::new().name("passwords".to_owned()).spawn(move || work(queue))?;
        Ok(Self { jobs })
    }

    /// The hash under which a password is stored, as a PHC string.
    ///
    /// # Errors
    /// When too many wait already.
    pub async fn hash(&self, password: String) -> Result<String, Busy> {
        let (answer, hash) = oneshot::channel();
        self.jobs.try_send(Job::Hash { password, answer }).map_err(|_| Busy)?;
        hash.await.ok().flatten().ok_or(Busy)
    }

    /// Whether a password belongs to a hash. Without a hash it takes as long and is wrong, so that
    /// nobody learns from the time which accounts there are.
    ///
    /// # Errors
    /// When too many wait already.
    pub async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, Busy> {
        let (answer, is_right) = oneshot::channel();
        self.jobs.try_send(Job::Verify { password, hash, answer }).map_err(|_| Busy)?;
        is_right.await.map_err(|_| Busy)
    }
}

/// Whether a password may be chosen.
pub fn may_be_chosen(password: &str) -> bool {
    password.chars().count() >= PASSWORD_SIGNS_MIN && password.len() <= PASSWORD_BYTES_MAX
}

fn work(mut queue: mpsc::Receiver<Job>) {
    priority::calculate();
    let mut hasher = Hasher { memory: Vec::new() };
    while let Some(job) = queue.blocking_recv() {
        // Who has gone away meanwhile does not hear it.
        match job {
            Job::Hash { password, answer } => {
                let _ = answer.send(hasher.hash(&password));
            }
            Job::Verify { password, hash, answer } => {
                let is_right = match hash {
                    Some(hash) => hasher.verify(&password, &hash),
                    // As much work, for nothing.
                    None => {
                        hasher.hash(&password);
                        false
                    }
                };
                let _ = answer.send(is_right);
            }
        }
    }
}

struct Hasher {
    /// What argon2 works in, kept because giving 19 MiB back and asking for them again costs as
    /// much memory as never giving them back.
    memory: Vec<Block>,
}

impl Hasher {
    fn hash(&mut self, password: &str) -> Option<String> {
        let salt: [u8; 16] = random::bytes();
        let hash = self.hash_with(password, &salt);
        hash.inspect_err(|cause| error!("a password cannot be hashed: {cause}")).ok()
    }

    fn hash_with(&mut self, password: &str, salt: &[u8]) -> argon2::password_hash::Result<String> {
        let params = Params::default();
        let hash = PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: ParamsString::try_from(&params)?,
            salt: Some(Salt::new(salt)?),
            hash: Some(self.output(Algorithm::Argon2id, params, password, salt)?),
        };
        Ok(hash.to_string())
    }

    fn verify(&mut self, password: &str, hash: &str) -> bool {
        let mut checked = || -> argon2::password_hash::Result<bool> {
            let hash = PasswordHash::new(hash)?;
            let (Some(salt), Some(expected)) = (&hash.salt, &hash.hash) else { return Ok(false) };
            let algorithm = Algorithm::try_from(hash.algorithm.as_str())?;
            let params = Params::try_from(&hash)?;
            // Outputs are compared in constant time.
            Ok(self.output(algorithm, params, password, salt)? == *expected)
        };
        checked().unwrap_or_else(|cause| {
            error!("a stored password cannot be read: {cause}");
            false
        })
    }

    fn output(
        &mut self,
        algorithm: Algorithm,
        params: Params,
        password: &str,
        salt: &[u8],
    ) -> argon2::password_hash::Result<Output> {
        let len = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
        self.memory.resize(params.block_count(), Block::default());
        let argon2 = Argon2::new(algorithm, Version::V0x13, params);
        let mut out = [0; Output::MAX_LENGTH];
        let out = out.get_mut(..len).ok_or(argon2::password_hash::Error::OutputSize)?;
        argon2.hash_password_into_with_memory(
            password.as_bytes(),
            salt,
            out,
            self.memory.as_mut_slice(),
        )?;
        Ok(Output::new(out)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_known_again() {
        let passwords = Passwords::start().unwrap();
        let hash = passwords.hash("Tướng vàng 金".to_owned()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m="), "{hash}");
        assert_ne!(hash, passwords.hash("Tướng vàng 金".to_owned()).await.unwrap());
        let is_right = |password: &str, hash: Option<&str>| {
            passwords.verify(password.to_owned(), hash.map(str::to_owned))
        };
        assert_eq!(is_right("Tướng vàng 金", Some(&hash)).await, Ok(true));
        assert_eq!(is_right("Tướng vàng 銀", Some(&hash)).await, Ok(false));
        assert_eq!(is_right("", None).await, Ok(false));
        assert_eq!(is_right("x", Some("no hash")).await, Ok(false));
    }

    #[tokio::test]
    async fn too_many_are_sent_away_at_once() {
        let passwords = Passwords::start().unwrap();
        let all: Vec<_> = (0..4 * WAITING_MAX)
            .map(|_| {
                tokio::spawn({
                    let passwords = passwords.clone();
                    async move { passwords.verify("x".to_owned(), None).await }
                })
            })
            .collect();
        let mut n_busy = 0;
        for one in all {
            n_busy += usize::from(one.await.unwrap() == Err(Busy));
        }
        assert!((1..=3 * WAITING_MAX).contains(&n_busy), "{n_busy} were sent away");
    }

    #[test]
    fn passwords_are_long_enough_and_not_too_long() {
        assert!(!may_be_chosen("1234567"));
        assert!(may_be_chosen("mật khẩu"));
        assert!(!may_be_chosen(&"a".repeat(PASSWORD_BYTES_MAX + 1)));
    }
}
