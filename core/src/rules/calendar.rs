//! Calendar and card.

use super::{Rule, rule, strict_rule};
use crate::{
    card,
    checkout::try_on_days,
    delivery::{calendar, delivery_calendar, pickup_calendar},
    order, subscription,
};

pub(super) const RULES: &[Rule] = &[
    strict_rule!("pickup_calendar.blocked", "spec A, section 5; spec B, section 5", pickup_calendar::blocked),
    strict_rule!("delivery_calendar.blocked", "spec A, section 5; spec B, section 5", delivery_calendar::blocked),
    strict_rule!("delivery_calendar.ship_date", "spec A, section 5; spec B, section 5", delivery_calendar::ship_date),
    strict_rule!("delivery_calendar.first_open", "spec A, section 5; spec B, section 5", delivery_calendar::first_open),
    strict_rule!(
        "delivery_calendar.default_date",
        "spec A, section 9; spec B, sections 4 and 9",
        delivery_calendar::default_date
    ),
    strict_rule!("calendar.window", "spec A, section 5; spec B, section 5", calendar::window),
    strict_rule!(
        "subscription.next_box_date",
        "spec A, section 9; spec B, sections 4 and 9",
        subscription::next_box_date
    ),
    strict_rule!("subscription.next_box_timing", "spec B, sections 2 and 4", subscription::next_box_timing),
    rule!("card.dashboard_banner", "spec A, sections 8 and 9; spec B, sections 2, 5 and 9", card::dashboard_banner),
    rule!("card.order_warning", "spec A, sections 5 and 9; spec B, sections 5 and 9", card::order_warning),
    strict_rule!("checkout.extension", "spec B, sections 4 and 9", try_on_days::extension),
    strict_rule!("checkout.return_by", "spec B, sections 2, 4 and 9", try_on_days::return_by),
    strict_rule!("checkout.due_date", "spec A, sections 1 and 9; spec B, sections 1 and 9", try_on_days::due_date),
    strict_rule!("order.expected_delivery_date", "spec B, section 3", order::expected_delivery_date),
];
