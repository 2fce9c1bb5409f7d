//! Jobs work through rows in a batch: a row that fails does not hold up the others, and is reported.

use std::fmt::Display;

/// How many failed rows the report names; the log names all.
const NAMED: usize = 5;

/// The outcome of a batch of rows.
#[derive(Debug, Default)]
pub struct Batch<T> {
    /// What the other rows did.
    pub done: T,
    failed: Vec<String>,
}

impl<T> Batch<T> {
    /// Records the outcome of a row, and returns what it did; `None` if it failed, which is logged here, once.
    pub fn record<O>(&mut self, row: &str, outcome: Result<O, impl Display>) -> Option<O> {
        let error = match outcome {
            Ok(outcome) => return Some(outcome),
            Err(error) => error,
        };
        tracing::error!(row, %error, "a row of a batch failed");
        self.failed.push(format!("{row}: {error}"));
        None
    }

    /// Takes over what failed in another batch. Returns what its other rows did.
    pub fn join<O>(&mut self, other: Batch<O>) -> O {
        self.failed.extend(other.failed);
        other.done
    }

    /// The same batch with another result.
    pub fn map<O>(self, words: impl FnOnce(T) -> O) -> Batch<O> {
        Batch { done: words(self.done), failed: self.failed }
    }

    /// What failed, in one line; `None` if nothing did.
    #[must_use]
    pub fn failures(&self) -> Option<String> {
        let count = self.failed.len();
        let named = self.failed.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(" ");
        let more = if count > NAMED { format!(" And {} more.", count - NAMED) } else { String::new() };
        (count > 0).then(|| format!("{count} failed: {named}{more}"))
    }
}

/// A batch equals what was done if nothing failed.
impl<T: PartialEq> PartialEq<T> for Batch<T> {
    fn eq(&self, done: &T) -> bool {
        self.failed.is_empty() && self.done == *done
    }
}

impl<T> From<T> for Batch<T> {
    /// A batch in which nothing failed.
    fn from(done: T) -> Self {
        Self { done, failed: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::Batch;
    use crate::platform::error::AppError;

    #[test]
    fn what_failed_is_counted_and_the_first_of_it_named() {
        let mut batch = Batch::from(0);
        assert_eq!(batch.record("a", Ok::<_, AppError>(1)), Some(1));
        assert_eq!(batch.failures(), None);
        for row in ["b", "c", "d", "e", "f", "g", "h"] {
            assert_eq!(batch.record::<()>(row, Err(AppError::unexpected("no paper"))), None);
        }
        let said = batch.failures().unwrap();
        assert!(said.starts_with("7 failed: b: This failed: no paper. c: "), "{said}");
        assert!(said.ends_with("f: This failed: no paper. And 2 more."), "{said}");
    }
}
