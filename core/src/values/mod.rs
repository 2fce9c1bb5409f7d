//! Types that all areas use: days and instants in the retailer's time zone, money, checked fields, issues of a form, masks, reading, text.

pub mod business_time;
pub(crate) mod by_id;
pub mod count;
pub mod expiration;
pub mod fields;
pub mod frequency;
pub mod issue;
pub mod mask;
pub mod message;
pub mod money;
pub mod normalize;
pub mod plain_input;
pub mod reading;
pub mod responses;
#[cfg(feature = "schema")]
pub mod schema;
pub mod search;
pub(crate) mod url;
pub mod words;
pub(crate) mod zone;
