//! The input of a rule that takes nothing.

use stylebox_wire::Input;

/// An empty object.
#[derive(Debug, Clone, Copy, Default, Input)]
pub struct Nothing {}
