//! Reads a form from one text, in which a NUL precedes each field's text. A form that is checked at every key stroke is handed to
//! WebAssembly faster as such a text than as JSON.

use crate::{FirstError, InputError};

/// Precedes each field's text.
const MARK: char = '\0';

/// The texts of a form's fields, in the order of the struct.
#[derive(Debug)]
pub struct Texts<'joined> {
    rest: Option<&'joined str>,
}

/// A form, or a part of one, that can be read from texts: a typed text, a flag, a moment. The derived implementation for a struct
/// reads one field after the other.
pub trait FromTexts: Sized {
    /// Reads one part. Errors are kept as in [`Input::read_part`](crate::Input::read_part).
    fn from_texts(texts: &mut Texts<'_>, first_error: &mut FirstError) -> Self;

    /// Reads a whole form; nothing if `joined` does not begin with a NUL.
    fn read_texts(joined: &str) -> Option<Result<Self, InputError>> {
        let mut texts = Texts { rest: Some(joined.strip_prefix(MARK)?) };
        let mut first_error = FirstError::default();
        let form = Self::from_texts(&mut texts, &mut first_error);
        if texts.rest.is_some() {
            first_error.value_or(Err(InputError::new("There are more texts than fields.")), ());
        }
        Some(first_error.into_error().map_or(Ok(form), Err))
    }
}

impl<'joined> Texts<'joined> {
    /// Reads the field `key`.
    pub fn field<T: FromTexts>(&mut self, key: &str, first_error: &mut FirstError) -> T {
        first_error.within(key, |first_error| T::from_texts(self, first_error))
    }

    /// The next text; empty if there is none left.
    pub fn next(&mut self, first_error: &mut FirstError) -> &'joined str {
        let Some(rest) = self.rest else {
            return first_error.value_or(Err(InputError::new("There are fewer texts than fields.")), "");
        };
        let (text, after) = rest.split_once(MARK).map_or((rest, None), |(text, after)| (text, Some(after)));
        self.rest = after;
        text
    }
}

impl FromTexts for String {
    fn from_texts(texts: &mut Texts<'_>, first_error: &mut FirstError) -> Self {
        texts.next(first_error).to_owned()
    }
}

impl FromTexts for bool {
    fn from_texts(texts: &mut Texts<'_>, first_error: &mut FirstError) -> Self {
        match texts.next(first_error) {
            "true" => true,
            "false" => false,
            _ => first_error.value_or(Err(InputError::new("expected true or false")), false),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::FromTexts;

    #[derive(Debug, PartialEq, FromTexts)]
    struct Card {
        number: String,
        #[serde(rename = "cvv2")]
        cvv: String,
    }

    #[derive(Debug, PartialEq, FromTexts)]
    struct Form {
        name: String,
        agreed: bool,
        card: Card,
    }

    fn joined(texts: &[&str]) -> String {
        texts.iter().flat_map(|text| ["\0", text]).collect()
    }

    fn error(texts: &[&str]) -> String {
        Form::read_texts(&joined(texts)).unwrap().unwrap_err().to_string()
    }

    #[test]
    fn fields_are_read_in_their_order() {
        let card = Card { number: "4242".into(), cvv: "é".into() };
        let form = Form { name: String::new(), agreed: true, card };
        assert_eq!(Form::read_texts(&joined(&["", "true", "4242", "é"])), Some(Ok(form)));
    }

    #[test]
    fn the_number_of_texts_must_be_that_of_the_fields() {
        assert_eq!(error(&["Ann", "true", "4242"]), "card.cvv2: There are fewer texts than fields.");
        assert_eq!(error(&["Ann", "true", "4242", "123", ""]), "There are more texts than fields.");
        assert_eq!(error(&["Ann", "yes", "4242", "123"]), "agreed: expected true or false");
    }

    #[test]
    fn a_text_that_does_not_begin_with_nul_is_no_form() {
        for other in ["", "{}", "Ann\0true"] {
            assert_eq!(Form::read_texts(other), None, "{other:?}");
        }
    }
}
