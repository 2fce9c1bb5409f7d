//! The rules by their ids. [`for_each_rule!`](crate::for_each_rule) hands the table to a macro. With the feature `registry`, a rule can
//! be called by its id, over JSON.

#[macro_use]
mod table;
#[cfg(feature = "registry")]
mod registry;

#[cfg(feature = "registry")]
pub use registry::{Rule, RuleError, Types, all, call, to_json};
