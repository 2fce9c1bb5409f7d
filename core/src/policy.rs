//! Every business constant of the specs' sections 9, once.

/// Shortest password, in characters (spec A, section 5).
pub const PASSWORD_MIN_LENGTH: usize = 8;
/// Longest password, in characters: hashing an endless one would be a way to stop the service.
pub const PASSWORD_MAX_LENGTH: usize = 128;
/// Shortest first or last name, in characters (spec A, section 5).
pub const NAME_MIN_LENGTH: usize = 2;
