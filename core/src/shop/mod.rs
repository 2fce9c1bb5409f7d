//! What a retailer sets for its shop.

pub mod shop_terms;
