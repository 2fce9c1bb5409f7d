//! The letter in a box: who signs it, and whether it may answer what the customer wrote (the contract: late orders and other rules).

use crate::{
    brand,
    messages::orders as texts,
    values::normalize,
    wire::{Input, non_empty},
};
use serde::Serialize;

/// Who released a box.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Release {
    /// The person of the shop who read the customer's words, saw the pieces, and released the box; null if the program composed
    /// and released it without a person.
    #[serde(default, deserialize_with = "non_empty")]
    pub released_by: Option<String>,
}

/// How a letter ends, and what it may contain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct Signature {
    /// The sentence that says how the box was put together.
    pub says: &'static str,
    /// Who signs the letter.
    pub signed_by: String,
    /// Whether the letter may quote and answer what the customer wrote.
    pub may_answer_notes: bool,
}

/// `letter.signature`: the retailer signs a box that the program composed alone. A person signs only a box that they released, and only
/// then may the letter quote the customer's words.
#[must_use]
pub fn signature(release: &Release) -> Signature {
    let person = release.released_by.as_deref();
    Signature {
        says: texts::CHOSEN_FOR_YOU,
        signed_by: person.map_or_else(|| brand::RETAILER.to_owned(), |name| [name, ", ", brand::RETAILER].concat()),
        may_answer_notes: person.is_some(),
    }
}

/// A letter: `body`, which may be empty, then how its box was put together, then the signature.
#[must_use]
pub fn text(body: &str, release: &Release) -> String {
    let Signature { says, signed_by, .. } = signature(release);
    let body = body.trim();
    let gap = if body.is_empty() { "" } else { "\n\n" };
    [body, gap, says, ".\n\n", &signed_by].concat()
}

/// What a customer wrote in their own words.
#[derive(Debug, Clone)]
pub struct CustomerWords {
    /// The note for this box.
    pub note: Option<String>,
    /// The notes of the style profile.
    pub profile_notes: Option<String>,
}

/// The customer's words that a person has to read before the box is styled, the note for this box first. The program does not
/// understand what they say about materials, allergies or maternity.
#[must_use]
pub fn words(written: &CustomerWords) -> Vec<String> {
    let CustomerWords { note, profile_notes } = written;
    let read = |words: &String| Some(normalize::notes(words).trim().to_owned()).filter(|words| !words.is_empty());
    [note, profile_notes].into_iter().flatten().filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::{CustomerWords, Release, text, words};

    #[test]
    fn a_letter_ends_with_how_its_box_was_put_together_and_who_signs() {
        let by = |name: Option<&str>| Release { released_by: name.map(ToOwned::to_owned) };
        let body = "Dear Ann,\n\nYour profile says classic.";
        let composed = "Dear Ann,\n\nYour profile says classic.\n\nChosen for you from your style profile.\n\nMarlowe";
        assert_eq!(text(body, &by(None)), composed);
        assert_eq!(
            text("Dear Ann,\n", &by(Some("Linnea S."))),
            "Dear Ann,\n\nChosen for you from your style profile.\n\nLinnea S., Marlowe"
        );
        // A letter may have no body.
        for nothing in ["", " \n "] {
            assert_eq!(text(nothing, &by(None)), "Chosen for you from your style profile.\n\nMarlowe");
        }
    }

    #[test]
    fn a_person_reads_the_note_for_the_box_first_and_no_blank_notes() {
        let read = |note: &str, profile: &str| {
            let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
            words(&CustomerWords { note: some(note), profile_notes: some(profile) })
        };
        assert_eq!(read("pregnant, allergic to wool", ""), ["pregnant, allergic to wool"]);
        assert_eq!(read("", "No silk."), ["No silk."]);
        assert_eq!(read(" A coat.\nAnd boots. ", "No silk."), ["A coat.\nAnd boots.", "No silk."]);
        assert!(read("", "").is_empty() && read(" \n", " ").is_empty());
        // An old client appended this text; the customer did not write it (spec A, section 3).
        assert_eq!(read("", "No silk.DateTime: 2020"), ["No silk."]);
        assert!(read("", "DateTime: 2020").is_empty());
    }
}
