//! Reads a rule's input from JSON and writes its answer as JSON, in little code. The README says what that saves.

#![deny(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic
)]

// The code of `#[derive(Input)]` names this crate, also in this crate's own tests.
extern crate self as stylebox_wire;

mod digits;
mod error;
mod input;
mod json;
mod read;
mod texts;
mod write;

pub use digits::Digits;
pub use error::InputError;
pub use input::{Fields, FirstError, Input, deserialize, empty_as_null, from_text, non_empty, null_as_empty, or_empty};
pub use json::Json;
pub use stylebox_wire_derive::{FromTexts, Input};
pub use texts::{FromTexts, Texts};
pub use write::{Unwritable, to_text};

/// Implements `Deserialize` through [`Input`], for types that do not derive it.
#[macro_export]
macro_rules! deserialize_as_input {
    ($name:ident) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
                $crate::deserialize(deserializer)
            }
        }
    };
}

/// Implements [`Input`], [`FromTexts`] and `Deserialize` through `FromStr`, for a type that is written as text.
#[macro_export]
macro_rules! text_input {
    ($name:ident, $placeholder:expr) => {
        impl $crate::Input for $name {
            #[inline(never)] // Functions that are alike pack well (README).
            fn read_part(json: &$crate::Json, first_error: &mut $crate::FirstError) -> Self {
                first_error.value_or($crate::from_text(json), $placeholder)
            }
        }

        impl $crate::FromTexts for $name {
            fn from_texts(texts: &mut $crate::Texts<'_>, first_error: &mut $crate::FirstError) -> Self {
                let read = texts.next(first_error).parse();
                first_error.value_or(read, $placeholder)
            }
        }

        $crate::deserialize_as_input!($name);
    };
}
