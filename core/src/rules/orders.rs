//! Orders, dashboard, history, decisions, ordering and subscription.

use super::{Rule, rule, strict_rule};
use crate::{
    card_change, checkout, consent, dashboard, decision, delivery_order, history, line_item, order, orders,
    pickup_order, pickup_signup, purchase_history, review, stylist_notes, subscription,
};

pub(super) const RULES: &[Rule] = &[
    rule!("order.can_transition", "spec B, section 4", order::can_transition),
    rule!("order.can_cancel", "spec B, sections 1 and 4", order::can_cancel),
    rule!("order.can_edit", "spec B, sections 1 and 4", order::can_edit),
    rule!("order.can_check_out", "spec B, section 4", order::can_check_out),
    rule!("order.can_decide", "spec B, sections 2 and 4", order::can_decide),
    rule!("order.after_checkout", "spec B, section 4", order::after_checkout),
    rule!("order.can_complete", "spec B, section 4", order::can_complete),
    rule!("line_item.is_due_back", "spec B, section 4", line_item::is_due_back),
    rule!("dashboard.current_order", "spec B, sections 2 and 4", dashboard::current_order),
    strict_rule!("dashboard.tile", "spec B, section 4", dashboard::tile),
    strict_rule!("orders.previous", "spec B, section 2", orders::previous),
    rule!("purchase_history.visible", "spec B, section 4", purchase_history::visible),
    rule!("purchase_history.append", "spec A, section 9; spec B, sections 4 and 9", purchase_history::append),
    strict_rule!("stylist_notes.list", "spec B, section 2", stylist_notes::list),
    rule!("history.group_lines", "spec B, section 2", history::group_lines),
    rule!("decision.choices", "spec B, sections 2 and 3", decision::choices),
    rule!("decision.reasons", "spec B, sections 2 and 9", decision::reasons),
    rule!("decision.from_line_item", "spec B, section 4", decision::from_line_item),
    rule!("decision.feedback", "spec B, section 4", decision::feedback),
    strict_rule!("decision.line_items_attributes", "spec B, sections 4 and 7", decision::line_items_attributes),
    rule!("checkout.success_page", "spec B, sections 2 and 4", checkout::success_page),
    rule!("review.readiness", "spec B, sections 2 and 5", review::readiness),
    rule!("review.button", "spec B, section 2", review::button),
    strict_rule!("pickup_order.readiness", "spec B, section 5", pickup_order::readiness),
    strict_rule!("delivery_order.readiness", "spec B, section 5", delivery_order::readiness),
    rule!("pickup_signup.readiness", "spec A, section 2", pickup_signup::readiness),
    rule!("subscription.label", "spec B, section 3", subscription::label),
    rule!("subscription.options", "spec A, section 9; spec B, sections 2 and 3", subscription::options),
    rule!("subscription.skip_offered", "spec B, section 4", subscription::skip_offered),
    rule!("subscription.change", "spec B, sections 1 and 4", subscription::change),
    rule!("subscription.change_needs_confirmation", "spec B, section 4", subscription::change_needs_confirmation),
    rule!("subscription.for_signup", "spec A, section 4; spec B, section 9", subscription::for_signup),
    rule!("card_change.access", "spec B, sections 2 and 6", card_change::access),
    rule!("consent.current", "spec B, sections 1 and 4", consent::current),
];
