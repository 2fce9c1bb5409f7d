//! Enums as columns hold them: one word for each value. A row that holds another word cannot be read.
//!
//! A field reads its word with `#[sqlx(try_from = "String")]`, or with `#[sqlx(try_from = "NullableText")]` where it may be
//! NULL; it is written with `as_str`.

/// The text of a column that may be NULL, on its way to becoming an enum or none.
#[derive(Debug, sqlx::Type)]
#[sqlx(transparent)]
pub struct NullableText(Option<String>);

impl<T: TryFrom<String>> TryFrom<NullableText> for Option<T> {
    type Error = T::Error;

    fn try_from(NullableText(text): NullableText) -> Result<Self, Self::Error> {
        text.map(T::try_from).transpose()
    }
}
