//! How a column holds a value: a [`Date`], [`Money`], an enum. A stored value that does not fit the type is an error, never
//! a default.

use crate::platform::clock::Timestamp;
use serde_json::Value;
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::{Database, Decode, Encode, Type};
use stylebox_core::values::business_time::Date;
use stylebox_core::values::count::Count;
use stylebox_core::values::money::Money;

/// A type that a column holds.
pub trait Column: Sized {
    type Stored: Cell;

    /// Converts the value to what is stored.
    fn stored(&self) -> Self::Stored;

    /// Converts what is stored to the value.
    ///
    /// # Errors
    /// If what is stored is no valid value.
    fn from_stored(stored: Self::Stored) -> Result<Self, BoxDynError>;
}

impl<T: Column> Column for Option<T> {
    type Stored = Option<T::Stored>;

    fn stored(&self) -> Self::Stored {
        self.as_ref().map(T::stored)
    }

    fn from_stored(stored: Self::Stored) -> Result<Self, BoxDynError> {
        stored.map(T::from_stored).transpose()
    }
}

/// Types that are stored as they are.
// A macro, because one `impl` for all of them would collide with those for the other types.
macro_rules! stored_as_they_are {
    ($($type:ty),+) => {
        $(
            impl Column for $type {
                type Stored = Self;

                fn stored(&self) -> Self {
                    self.clone()
                }

                fn from_stored(stored: Self) -> Result<Self, BoxDynError> {
                    Ok(stored)
                }
            }
        )+
    };
}

stored_as_they_are!(String, i64, bool, Timestamp);

/// Types that are stored as the text of `Display`, and read by `FromStr`.
macro_rules! stored_as_text {
    ($($type:ty),+ $(,)?) => {
        $(
            impl $crate::store::column::Column for $type {
                type Stored = String;

                fn stored(&self) -> String {
                    self.to_string()
                }

                fn from_stored(stored: String) -> std::result::Result<Self, sqlx::error::BoxDynError> {
                    Ok(stored.parse()?)
                }
            }
        )+
    };
}

stored_as_text!(
    Date,
    stylebox_core::checkout::line_item::WriteOff,
    stylebox_core::values::expiration::Expiration,
    stylebox_core::checkout::coupon::CouponKind,
    stylebox_core::delivery::shipment::ParcelStatus,
    stylebox_core::delivery::shipment::ParcelWay,
    stylebox_core::order::Actor,
    stylebox_core::values::money::TaxRate,
    stylebox_core::order::Status,
    stylebox_core::values::frequency::Type,
);

/// Types that are stored as JSON in one column. JSON of another form is an error.
macro_rules! stored_as_json {
    ($($type:ty),+ $(,)?) => {
        $(
            impl $crate::store::column::Column for $type {
                type Stored = String;

                fn stored(&self) -> String {
                    // A type whose maps have texts as keys always has a JSON form.
                    serde_json::to_string(self).unwrap_or_default()
                }

                fn from_stored(stored: String) -> std::result::Result<Self, sqlx::error::BoxDynError> {
                    Ok(serde_json::from_str(&stored)?)
                }
            }
        )+
    };
}

/// Whole cents.
impl Column for Money {
    type Stored = i64;

    fn stored(&self) -> i64 {
        self.to_cents()
    }

    fn from_stored(cents: i64) -> Result<Self, BoxDynError> {
        Self::from_cents(cents).ok_or_else(|| format!("{cents} cents are no amount").into())
    }
}

impl Column for Count {
    type Stored = i64;

    fn stored(&self) -> i64 {
        // A count is at most 2^53.
        i64::try_from(self.get()).unwrap_or(i64::MAX)
    }

    fn from_stored(number: i64) -> Result<Self, BoxDynError> {
        let count = u64::try_from(number).ok().and_then(Self::new);
        count.ok_or_else(|| format!("{number} is no count").into())
    }
}

/// Microseconds, in a column and in a bind.
impl<DB: Database> Type<DB> for Timestamp
where
    i64: Type<DB>,
{
    fn type_info() -> DB::TypeInfo {
        i64::type_info()
    }

    fn compatible(stored: &DB::TypeInfo) -> bool {
        i64::compatible(stored)
    }
}

impl<'r, DB: Database> Decode<'r, DB> for Timestamp
where
    i64: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        i64::decode(value).map(Self)
    }
}

impl<'q, DB: Database> Encode<'q, DB> for Timestamp
where
    i64: Encode<'q, DB>,
{
    fn encode_by_ref(&self, arguments: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        self.0.encode_by_ref(arguments)
    }
}

/// A stored value in a JSON array of rows (`fetch_list!`).
pub trait Cell: Sized {
    /// Reads the value.
    ///
    /// # Errors
    /// If the JSON is of another type.
    fn from_json(json: Value) -> Result<Self, BoxDynError>;
}

impl Cell for String {
    fn from_json(json: Value) -> Result<Self, BoxDynError> {
        Ok(serde_json::from_value(json)?)
    }
}

impl Cell for i64 {
    fn from_json(json: Value) -> Result<Self, BoxDynError> {
        Ok(serde_json::from_value(json)?)
    }
}

/// SQLite has 0 and 1.
impl Cell for bool {
    fn from_json(json: Value) -> Result<Self, BoxDynError> {
        match json {
            Value::Bool(stored) => Ok(stored),
            number => Ok(i64::from_json(number)? != 0),
        }
    }
}

impl Cell for Timestamp {
    fn from_json(json: Value) -> Result<Self, BoxDynError> {
        i64::from_json(json).map(Self)
    }
}

impl<T: Cell> Cell for Option<T> {
    fn from_json(json: Value) -> Result<Self, BoxDynError> {
        if json.is_null() { Ok(None) } else { T::from_json(json).map(Some) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_value_of_another_form_is_an_error() {
        assert!(Date::from_stored("soon".to_owned()).is_err());
        assert!(Money::from_stored(-1).is_err());
        assert!(Option::<Date>::from_stored(Some(String::new())).is_err(), "an empty text is no date");
        assert_eq!(Option::<Date>::from_stored(None).unwrap(), None);
    }
}
