//! What all areas use: checked fields, issues of a form, masks, reading, the retailer's time zone, text.

pub(crate) mod by_id;
pub mod count;
pub mod fields;
pub mod issue;
pub mod mask;
pub mod normalize;
pub mod plain_input;
pub mod reading;
pub mod search;
pub(crate) mod url;
pub(crate) mod words;
pub(crate) mod zone;
