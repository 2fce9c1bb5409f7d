//! The input of a rule that takes nothing.

use stylebox_wire::Input;

/// The input of a rule that needs none: an empty object.
#[derive(Debug, Clone, Copy, Default, Input)]
pub struct Nothing {}
