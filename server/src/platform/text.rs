//! Text for people.

/// `a, b and c`; empty if there are no words.
#[must_use]
pub fn list<Word: AsRef<str>>(words: &[Word]) -> String {
    let Some((last, others)) = words.split_last() else { return String::new() };
    let (last, others): (_, Vec<_>) = (last.as_ref(), others.iter().map(AsRef::as_ref).collect());
    if others.is_empty() { last.to_owned() } else { format!("{} and {last}", others.join(", ")) }
}
