//! The part of the export about what the customer wants, and has looked at.

use crate::store::order::first_order_wishes::FirstOrderWishRow;
use crate::store::order::next_box_wishes::WishedItemRow;
use crate::store::style::suggested_items::ClickRow;
use serde::Serialize;
use stylebox_core::values::business_time::Instant;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
pub struct ExportedFirstOrderWish {
    /// Empty if the customer removed the coupon; null if nothing was said about one.
    coupon: Option<String>,
    blog_interest: Option<String>,
    /// The theme that the description is about.
    themebox: Option<String>,
    themebox_description: Option<String>,
}

impl From<FirstOrderWishRow> for ExportedFirstOrderWish {
    fn from(row: FirstOrderWishRow) -> Self {
        let FirstOrderWishRow { coupon, blog_interest, themebox, themebox_description } = row;
        Self { coupon, blog_interest, themebox, themebox_description }
    }
}

#[derive(Serialize, ToSchema)]
pub struct ExportedWishedItem {
    description: String,
    brand: String,
}

impl From<WishedItemRow> for ExportedWishedItem {
    fn from(WishedItemRow { description, brand, .. }: WishedItemRow) -> Self {
        Self { description, brand }
    }
}

#[derive(Serialize, ToSchema)]
pub struct ExportedClick {
    /// The garment's number in the shop.
    product_id: String,
    at: Instant,
}

impl From<ClickRow> for ExportedClick {
    fn from(ClickRow { product_id, at }: ClickRow) -> Self {
        Self { product_id, at: at.instant() }
    }
}
