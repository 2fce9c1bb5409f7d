//! The form that places or changes an order (spec A, section 3; spec B, sections 2 and 7).

use crate::{
    delivery::flow::Flow,
    order::{delivery_order, pickup_order, readiness::Missing},
    policy,
    values::{
        business_time::Date,
        fields::{Filled, Phone, optional, optional_line, phone},
        frequency::Type,
        issue::{Issue, Issues},
        message::Message,
        reading::{self, name::clean_given},
    },
    wire::{Input, non_empty},
};

/// The fields of an order. A null or missing field stays open, or as it is; an empty text removes the one before.
#[derive(Debug, Clone, Default, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OrderForm {
    /// Whether the customer picks the box up at a store.
    pub customer_pick_up: Option<bool>,
    /// The day on which it is to arrive, or to be picked up: `YYYY-MM-DD`.
    pub ship_by_date: Option<String>,
    /// How often boxes come from now on, if the box is shipped.
    pub subscription_type: Option<Type>,
    /// The customer's note to the stylist.
    pub on_demand_customer_msg: Option<String>,
    /// Whether it is a theme box.
    pub themebox_sign_up: Option<bool>,
    /// Which theme.
    pub themebox: Option<String>,
    /// What the theme is about.
    pub themebox_description: Option<String>,
    /// A coupon's code.
    pub coupon: Option<String>,
    /// The blog that brought the customer here.
    pub blog_interest: Option<String>,
    /// The store at which it is picked up.
    pub assigned_location_id: Option<String>,
    /// The cell phone at which the store reaches the customer.
    pub phone: Option<String>,
    /// Which of the customer's addresses it goes to.
    pub shipping_address_id: Option<String>,
}

impl OrderForm {
    /// The form without invisible characters in its campaign's text (`name.clean`).
    #[must_use]
    pub fn cleaned(self) -> Self {
        Self { blog_interest: clean_given(self.blog_interest), ..self }
    }

    /// The form as it was filled in or sent, with its coupon's code and its phone number read.
    #[must_use]
    pub fn read(self) -> Self {
        let coupon = reading::given(reading::code::read, self.coupon);
        Self { coupon, phone: reading::given(reading::phone::dialed, self.phone), ..self }
    }
}

/// What a form says about a text of an order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Text {
    /// The field is missing: the text stays as it is.
    #[default]
    AsItIs,
    /// The field is empty: the text is removed.
    None,
    /// The field is filled in: its content replaces the text.
    New(Filled),
}

impl Text {
    /// The text after the change.
    #[must_use]
    pub fn or(self, before: Option<String>) -> Option<String> {
        match self {
            Self::AsItIs => before,
            Self::None => None,
            Self::New(text) => Some(text.to_string()),
        }
    }
}

/// An order's form that passed the checks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OrderWish {
    /// Whether the customer picks the box up at a store.
    pub customer_pick_up: Option<bool>,
    /// The day.
    pub ship_by_date: Option<Date>,
    /// How often boxes come from now on.
    pub subscription_type: Option<Type>,
    /// The customer's note to the stylist.
    pub on_demand_customer_msg: Text,
    /// Whether it is a theme box.
    pub themebox_sign_up: Option<bool>,
    /// Which theme.
    pub themebox: Text,
    /// What the theme is about.
    pub themebox_description: Text,
    /// A coupon's code.
    pub coupon: Text,
    /// The blog that brought the customer here.
    pub blog_interest: Text,
    /// The store at which it is picked up.
    pub assigned_location_id: Option<Filled>,
    /// The cell phone at which the store reaches the customer.
    pub phone: Option<Phone>,
    /// Which of the customer's addresses it goes to.
    pub shipping_address_id: Option<Filled>,
}

impl OrderWish {
    /// Whether no field is given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Parses an order's form.
///
/// # Errors
/// The first issue of each field.
pub fn parse(form: &OrderForm) -> Result<OrderWish, Vec<Issue>> {
    let mut issues = Issues::default();
    let mut line = |field, text, most| issues.check(field, limited(text, most)).unwrap_or_default();
    let on_demand_customer_msg =
        line("on_demand_customer_msg", &form.on_demand_customer_msg, policy::LONG_TEXT_MAX_LENGTH);
    let themebox = line("themebox", &form.themebox, policy::SHORT_TEXT_MAX_LENGTH);
    let themebox_description = line("themebox_description", &form.themebox_description, policy::LONG_TEXT_MAX_LENGTH);
    let coupon = line("coupon", &form.coupon, policy::SHORT_TEXT_MAX_LENGTH);
    let blog_interest = issues.check("blog_interest", campaign_text(&form.blog_interest)).unwrap_or_default();
    let ship_by_date = given(&form.ship_by_date).map(|text| text.as_str().parse().map_err(|_| Message::DATE_MALFORMED));
    let ship_by_date = ship_by_date.and_then(|checked| issues.check("ship_by_date", checked));
    let phone = given(&form.phone).and_then(|text| issues.check("phone", phone(text.as_str())));
    let found = issues.into_vec();
    if !found.is_empty() {
        return Err(found);
    }
    Ok(OrderWish {
        customer_pick_up: form.customer_pick_up,
        ship_by_date,
        subscription_type: form.subscription_type,
        on_demand_customer_msg,
        themebox_sign_up: form.themebox_sign_up,
        themebox,
        themebox_description,
        coupon,
        blog_interest,
        assigned_location_id: given(&form.assigned_location_id),
        phone,
        shipping_address_id: given(&form.shipping_address_id),
    })
}

/// `order_form.validate`: the first issue of each field (spec B, section 7).
#[must_use]
pub fn validate(form: &OrderForm) -> Vec<Issue> {
    parse(form).err().unwrap_or_default()
}

/// The day of an order, and what decides whether that day is open.
#[derive(Debug, Clone, PartialEq, Eq, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct PlannedDay {
    /// The day that the customer chose.
    pub ship_by_date: Date,
    /// Whether the customer picks the box up at a store.
    pub customer_pick_up: bool,
    /// The store, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub assigned_location_id: Option<String>,
}

/// An order before and after a change.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct PlannedDayChange {
    /// The order as it is; null for a new one.
    pub before: Option<PlannedDay>,
    /// The order after the change.
    pub after: PlannedDay,
}

/// `order_form.day_is_asked`: whether the day must be open. A change that leaves the day as it is does not check the day again, unless
/// it also changes between shipping and pick-up, or changes the store.
#[must_use]
pub fn day_is_asked(change: &PlannedDayChange) -> bool {
    let PlannedDayChange { before, after } = change;
    before.as_ref().is_none_or(|before| {
        let is_elsewhere = after.customer_pick_up && before.assigned_location_id != after.assigned_location_id;
        (before.ship_by_date, before.customer_pick_up) != (after.ship_by_date, after.customer_pick_up) || is_elsewhere
    })
}

/// How an order reaches its customer.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct OrderFlow {
    /// Shipped, or picked up.
    pub flow: Flow,
}

/// `order_form.questions`: the questions of the style profile that the order needs. The form shows them, answered or not.
#[must_use]
pub const fn questions(order: &OrderFlow) -> &'static [Missing] {
    match order.flow {
        Flow::Pickup => pickup_order::ANSWERS,
        Flow::Delivery => delivery_order::ANSWERS,
    }
}

/// The typed text, if it is not blank.
fn given(text: &Option<String>) -> Option<Filled> {
    text.as_deref().and_then(optional)
}

/// A text of `most` characters at most.
fn limited(text: &Option<String>, most: usize) -> Result<Text, Message> {
    match (text, given(text)) {
        (None, _) => Ok(Text::AsItIs),
        (Some(_), None) => Ok(Text::None),
        (Some(_), Some(text)) if text.as_str().chars().count() > most => Err(Message::too_long(most)),
        (Some(_), Some(text)) => Ok(Text::New(text)),
    }
}

/// A text that a campaign's link carries (the contract: lengths and links).
fn campaign_text(text: &Option<String>) -> Result<Text, Message> {
    let Some(text) = text else { return Ok(Text::AsItIs) };
    Ok(optional_line(text)?.map_or(Text::None, Text::New))
}

#[cfg(test)]
mod tests {
    use super::{OrderForm, OrderWish, Text, parse};

    fn text(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn a_missing_text_stays_and_an_empty_one_is_removed() {
        assert_eq!(parse(&OrderForm::default()), Ok(OrderWish::default()));
        let form = OrderForm { on_demand_customer_msg: text(" "), coupon: text(" Hello25 "), ..OrderForm::default() };
        let wish = parse(&form).unwrap();
        assert!(!wish.is_empty());
        assert_eq!(wish.on_demand_customer_msg, Text::None);
        assert_eq!(wish.on_demand_customer_msg.or(text("Before")), None);
        assert_eq!(wish.coupon.or(None).as_deref(), Some("Hello25"));
        assert_eq!(wish.themebox.or(text("Before")), text("Before"));
    }
}
