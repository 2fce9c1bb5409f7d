//! What is said about an order, as it is sent.

use crate::api::words::SubscriptionType;
use serde::{Deserialize, Serialize};
use stylebox_core::order::order_form::OrderForm;
use stylebox_core::subscription::Type;
use utoipa::ToSchema;

/// What is said about an order. Of a new one, what is null or missing is left open; of one that there is, it stays as it is. An
/// empty text takes the one before away.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct OrderFields {
    /// Whether the customer fetches the box at a store; it is then on demand.
    customer_pick_up: Option<bool>,
    /// The day on which it comes, or is fetched: `YYYY-MM-DD`. An edit that leaves it alone does not ask whether it is open.
    ship_by_date: Option<String>,
    /// How often boxes come from now on: of a box that is shipped.
    #[schema(value_type = Option<SubscriptionType>)]
    subscription_type: Option<Type>,
    /// The customer's word to the stylist.
    on_demand_customer_msg: Option<String>,
    /// Whether it is a theme box; true where a theme is given.
    themebox_sign_up: Option<bool>,
    /// Which theme, as `GET /current_themeboxes` names it.
    themebox: Option<String>,
    /// What the theme is about; its own words where there are none.
    themebox_description: Option<String>,
    /// A coupon's code; of a first box the sign-up's own where there is none.
    pub(super) coupon: Option<String>,
    /// How the customer came to know of it.
    blog_interest: Option<String>,
    /// The store of a pick-up; the customer's own where there is none.
    assigned_location_id: Option<String>,
    /// The cell phone on which the store reaches the customer; the account's where there is none. It changes no account.
    phone: Option<String>,
    /// Which of the customer's addresses it goes to; the primary one where there is none.
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
