//! The names of the product and of the retailer that runs it. They are set here and nowhere else.

/// The product's name, as customers read it.
pub const PRODUCT: &str = "Stylebox";
/// The product's name in paths, statuses and codes.
pub const SLUG: &str = "stylebox";
/// The retailer in the starting data.
pub const RETAILER: &str = "Marlowe";
