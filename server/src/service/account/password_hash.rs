//! Password hashes: argon2id, computed on blocking threads, in memory that is reused.

use crate::platform::error::{AppError, AppResult};
use crate::platform::password_cost::PasswordCost;
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use std::sync::{Mutex, PoisonError};
use subtle::ConstantTimeEq;
use tokio::sync::Semaphore;

/// How many hashes are computed at a time. Each takes 19 MiB, and a core for a while. The others wait.
const MAX_CONCURRENT: usize = 4;

/// The salt for a password without a stored hash, so that an unknown customer takes as long as a known one.
const DUMMY_SALT: [u8; 16] = [7; 16];

static WORKPLACES: Workplaces = Workplaces::new(MAX_CONCURRENT);

/// Hashes a password, in PHC format.
pub(crate) async fn make(cost: PasswordCost, password: String, salt: [u8; 16]) -> AppResult<String> {
    let hash = WORKPLACES.run(move |memory| make_in(memory, cost, password.as_bytes(), &salt)).await?;
    Ok(hash.map_err(AppError::unexpected)?.to_string())
}

/// Whether the stored hash is of this password. Without a stored hash the answer is no, after the same time.
pub(crate) async fn matches(cost: PasswordCost, password: String, stored: Option<String>) -> AppResult<bool> {
    let matches = WORKPLACES.run(move |memory| match stored {
        Some(stored) => matches_in(memory, password.as_bytes(), &stored),
        None => make_in(memory, cost, password.as_bytes(), &DUMMY_SALT).map(|_| false),
    });
    matches.await?.map_err(AppError::unexpected)
}

fn make_in(memory: &mut Vec<Block>, cost: PasswordCost, password: &[u8], salt: &[u8]) -> Result<PasswordHash, String> {
    let params = Params::new(cost.memory_kib, cost.passes, 1, None).map_err(|error| error.to_string())?;
    let (algorithm, version) = (Algorithm::Argon2id, Version::V0x13);
    let salt = Salt::new(salt).map_err(|error| error.to_string())?;
    let hash = output(memory, Argon2::new(algorithm, version, params.clone()), password, &salt)?;
    Ok(PasswordHash {
        algorithm: algorithm.ident(),
        version: Some(version.into()),
        params: ParamsString::try_from(&params).map_err(|error| error.to_string())?,
        salt: Some(salt),
        hash: Some(hash),
    })
}

fn matches_in(memory: &mut Vec<Block>, password: &[u8], stored: &str) -> Result<bool, String> {
    let stored = PasswordHash::new(stored).map_err(|error| error.to_string())?;
    let (Some(salt), Some(hash)) = (&stored.salt, &stored.hash) else {
        return Err("a password's hash without a salt or an output".to_owned());
    };
    let algorithm = Algorithm::try_from(stored.algorithm.as_str()).map_err(|error| error.to_string())?;
    let version = stored.version.map_or(Ok(Version::V0x13), Version::try_from).map_err(|error| error.to_string())?;
    let params = Params::try_from(&stored).map_err(|error| error.to_string())?;
    let found = output(memory, Argon2::new(algorithm, version, params), password, salt)?;
    Ok(found.as_bytes().ct_eq(hash.as_bytes()).into())
}

fn output(memory: &mut Vec<Block>, argon2: Argon2<'_>, password: &[u8], salt: &[u8]) -> Result<Output, String> {
    let blocks = argon2.params().block_count();
    if memory.len() < blocks {
        memory.resize(blocks, Block::new());
    }
    let mut output = [0; Output::MAX_LENGTH];
    let length = argon2.params().output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
    let output = output.get_mut(..length).ok_or("a password's hash that is too long")?;
    argon2.hash_password_into_with_memory(password, salt, output, memory).map_err(|error| error.to_string())?;
    Output::new(output).map_err(|error| error.to_string())
}

/// A pool of memory for computing hashes. The memory is never freed: the system's allocator would keep it for each of the many
/// threads that come and go.
struct Workplaces {
    free: Semaphore,
    /// The memory that is free and was used before.
    memory: Mutex<Vec<Vec<Block>>>,
}

impl Workplaces {
    const fn new(count: usize) -> Self {
        Self { free: Semaphore::const_new(count), memory: Mutex::new(Vec::new()) }
    }

    /// Runs `work` with memory of its own, once there is some. The work keeps its place until it is done, even if the caller
    /// hangs up meanwhile, so that the limit holds.
    async fn run<T: Send + 'static>(
        &'static self,
        work: impl FnOnce(&mut Vec<Block>) -> T + Send + 'static,
    ) -> AppResult<T> {
        let place = self.free.acquire().await.map_err(AppError::unexpected)?;
        let done = tokio::task::spawn_blocking(move || {
            let mut memory = self.memory().pop().unwrap_or_default();
            let done = work(&mut memory);
            self.memory().push(memory);
            drop(place);
            done
        });
        done.await.map_err(AppError::unexpected)
    }

    fn memory(&self) -> std::sync::MutexGuard<'_, Vec<Vec<Block>>> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    const COST: PasswordCost = PasswordCost::RECOMMENDED;

    #[tokio::test]
    async fn a_password_matches_its_hash_and_no_other() {
        let hash = make(COST, "correct horse".to_owned(), [1; 16]).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        for (password, is_right) in [("correct horse", true), ("correct horsf", false), ("", false)] {
            assert_eq!(matches(COST, password.to_owned(), Some(hash.clone())).await.unwrap(), is_right, "{password}");
        }
        assert!(!matches(COST, "nobody's".to_owned(), None).await.unwrap());
        assert!(matches(COST, "any".to_owned(), Some("no hash".to_owned())).await.is_err());
    }

    #[tokio::test]
    async fn hashes_are_as_argon2_makes_them_elsewhere() {
        use argon2::password_hash::PasswordVerifier;
        let hash = make(COST, "correct horse".to_owned(), [1; 16]).await.unwrap();
        let parsed = PasswordHash::new(&hash).unwrap();
        assert!(Argon2::default().verify_password(b"correct horse", &parsed).is_ok());
        // The reference program, `echo -n password | argon2 somesalt -id -t 2 -k 256 -p 1`, from its own tests.
        let known = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
        assert!(matches(COST, "password".to_owned(), Some(known.to_owned())).await.unwrap());
    }

    #[tokio::test]
    async fn memory_is_used_again() {
        static ONE: Workplaces = Workplaces::new(1);
        let used = |memory: &mut Vec<Block>| {
            memory.resize(100, Block::new());
            memory.as_ptr() as usize
        };
        let first = ONE.run(used).await.unwrap();
        assert_eq!(ONE.run(used).await.unwrap(), first);
        assert_eq!(ONE.memory().len(), 1);
    }

    #[tokio::test]
    async fn a_caller_who_hangs_up_does_not_free_a_place_in_use() {
        static ONE: Workplaces = Workplaces::new(1);
        let (begin, begun) = tokio::sync::oneshot::channel();
        let (finish, finished) = mpsc::channel::<()>();
        let call = tokio::spawn(ONE.run(move |_| {
            begin.send(()).unwrap();
            finished.recv().unwrap();
        }));
        begun.await.unwrap();
        call.abort();
        assert!(call.await.unwrap_err().is_cancelled());
        assert_eq!(ONE.free.available_permits(), 0, "the hash is still being worked out");
        finish.send(()).unwrap();
        ONE.run(|_| ()).await.unwrap();
        assert_eq!(ONE.free.available_permits(), 1);
    }
}
