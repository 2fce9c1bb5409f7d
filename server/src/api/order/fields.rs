//! What a call can say about an order.

use serde::{Deserialize, Serialize};
use stylebox_core::order::order_form::OrderForm;
use stylebox_core::values::frequency::Type;
use utoipa::ToSchema;

/// What a call can say about an order. In a new order, a field that is null or missing is left open; in an existing one, it
/// stays as it is. An empty text removes the text.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct OrderFields {
    /// Whether the customer picks the box up at a store. Then it is on demand.
    customer_pick_up: Option<bool>,
    /// The day on which the box arrives or is picked up: `YYYY-MM-DD`. An edit without it does not check whether the day is open.
    ship_by_date: Option<String>,
    /// How often boxes come from now on. Only for a box that is shipped.
    subscription_type: Option<Type>,
    /// The customer's message to the stylist.
    on_demand_customer_msg: Option<String>,
    /// Whether it is a theme box. True if there is a theme.
    themebox_sign_up: Option<bool>,
    /// The theme, as `GET /current_themeboxes` names it.
    themebox: Option<String>,
    /// What the theme is about. If it is missing, the theme's own description.
    themebox_description: Option<String>,
    /// A coupon's code. If a first box has none, the welcome coupon.
    pub(in crate::api) coupon: Option<String>,
    /// How the customer heard of us.
    blog_interest: Option<String>,
    /// The store of a pick-up. If it is missing, the customer's own store.
    assigned_location_id: Option<String>,
    /// The cell phone by which the store reaches the customer. If it is missing, the account's. The account stays as it is.
    phone: Option<String>,
    /// The customer's address that the box goes to. If it is missing, the primary one.
    shipping_address_id: Option<String>,
}

impl From<OrderFields> for OrderForm {
    fn from(fields: OrderFields) -> Self {
        let OrderFields {
            customer_pick_up,
            ship_by_date,
            subscription_type,
            on_demand_customer_msg,
            themebox_sign_up,
            themebox,
            themebox_description,
            coupon,
            blog_interest,
            assigned_location_id,
            phone,
            shipping_address_id,
        } = fields;
        Self {
            customer_pick_up,
            ship_by_date,
            subscription_type,
            on_demand_customer_msg,
            themebox_sign_up,
            themebox,
            themebox_description,
            coupon,
            blog_interest,
            assigned_location_id,
            phone,
            shipping_address_id,
        }
    }
}
