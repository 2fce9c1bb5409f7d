//! What a password's hash costs to compute.

/// The memory of a hash in KiB, and the number of passes over it. A hash names its own, so that those of another cost still match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PasswordCost {
    pub memory_kib: u32,
    /// Passes over it.
    pub passes: u32,
}

impl PasswordCost {
    /// As OWASP recommends for argon2id. A service has no other.
    pub const RECOMMENDED: Self = Self { memory_kib: 19 * 1024, passes: 2 };
}
