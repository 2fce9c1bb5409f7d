//! Enums that are stored as text: one word for each value. A row with another word cannot be read.
//!
//! A row's field has the enum's type, or `Option` of it if the column may be NULL; `as_str` is what is written.

/// Defines an enum whose values are words of a column.
macro_rules! words {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $( $(#[$variant_meta:meta])* $variant:ident = $word:literal, )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $( $(#[$variant_meta])* $variant, )+
        }

        impl $name {
            /// Every value.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The word of the value, in the database and elsewhere.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $( Self::$variant => $word, )+
                }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }

        impl $crate::store::column::Column for $name {
            type Stored = String;

            fn stored(&self) -> String {
                self.as_str().to_owned()
            }

            fn from_stored(stored: String) -> std::result::Result<Self, sqlx::error::BoxDynError> {
                Ok(stored.try_into()?)
            }
        }

        impl TryFrom<String> for $name {
            type Error = stylebox_core::InputError;

            fn try_from(text: String) -> std::result::Result<Self, Self::Error> {
                match text.as_str() {
                    $( $word => Ok(Self::$variant), )+
                    _ => Err(stylebox_core::InputError::new(concat!("This is no ", stringify!($name), "."))),
                }
            }
        }
    };
}
