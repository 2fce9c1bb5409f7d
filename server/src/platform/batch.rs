//! Going through rows, as jobs do: one that fails does not hold up the others, and is not lost sight of either.

use std::fmt::Display;

/// So many of the rows that failed are named; of the others the log knows.
const NAMED: usize = 5;

/// What a round through rows came to.
#[derive(Debug, Default)]
pub struct Round<T> {
    /// What was done.
    pub done: T,
    failed: Vec<String>,
}

impl<T> Round<T> {
    /// What came of a row; nothing where it failed. It is logged here, once.
    pub fn tried<O>(&mut self, row: &str, outcome: Result<O, impl Display>) -> Option<O> {
        let error = match outcome {
            Ok(outcome) => return Some(outcome),
            Err(error) => error,
        };
        tracing::error!(row, %error, "it failed, and the others go on");
        self.failed.push(format!("{row}: {error}"));
        None
    }

    /// The same round, with what was done in other words.
    pub fn map<O>(self, words: impl FnOnce(T) -> O) -> Round<O> {
        Round { done: words(self.done), failed: self.failed }
    }

    /// What failed, in a line; nothing where all went well.
    #[must_use]
    pub fn failures(&self) -> Option<String> {
        let count = self.failed.len();
        let named = self.failed.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(" ");
        let more = if count > NAMED { format!(" And {} more.", count - NAMED) } else { String::new() };
        (count > 0).then(|| format!("{count} failed: {named}{more}"))
    }
}

/// A round is what was done, where nothing failed.
impl<T: PartialEq> PartialEq<T> for Round<T> {
    fn eq(&self, done: &T) -> bool {
        self.failed.is_empty() && self.done == *done
    }
}

impl<T> From<T> for Round<T> {
    /// A round in which nothing failed.
    fn from(done: T) -> Self {
        Self { done, failed: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::Round;
    use crate::platform::error::AppError;

    #[test]
    fn what_failed_is_counted_and_the_first_of_it_named() {
        let mut round = Round::from(0);
        assert_eq!(round.tried("a", Ok::<_, AppError>(1)), Some(1));
        assert_eq!(round.failures(), None);
        for row in ["b", "c", "d", "e", "f", "g", "h"] {
            assert_eq!(round.tried::<()>(row, Err(AppError::unexpected("no paper"))), None);
        }
        let said = round.failures().unwrap();
        assert!(said.starts_with("7 failed: b: This failed: no paper. c: "), "{said}");
        assert!(said.ends_with("f: This failed: no paper. And 2 more."), "{said}");
    }
}
