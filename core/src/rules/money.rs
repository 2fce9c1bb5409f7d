//! Money.

use super::{Rule, rule, strict_rule};
use crate::{
    box_::line_item,
    checkout::{coupon, invoice, refund},
    money::{self, AmountText},
    order::{self, styling_fee},
};

pub(super) const RULES: &[Rule] = &[
    strict_rule!("invoice.total_due", "spec A, section 9; spec B, section 9", invoice::total_due),
    strict_rule!("invoice.preview", "spec B, sections 2 and 9", invoice::preview),
    strict_rule!("coupon.discount", "spec B, sections 3 and 9", coupon::discount),
    rule!("coupon.welcome", "spec A, sections 2, 4 and 9; spec B, section 4", coupon::welcome),
    rule!("coupon.own", "spec A, sections 1 and 4; spec B, sections 1 and 4", coupon::own),
    rule!("coupon.standing", "spec A, sections 1 and 4; spec B, sections 1 and 4", coupon::standing),
    rule!("coupon.by_default", "spec A, sections 1, 4 and 9; spec B, section 1", coupon::by_default),
    rule!("coupon.usable", "spec A, sections 2 and 7; spec B, sections 4 and 7", coupon::usable),
    rule!("coupon.unissuable", "spec B, section 3", coupon::unissuable),
    strict_rule!("refund.of_item", "spec B, section 4", refund::of_item),
    strict_rule!("order.totals", "spec B, sections 2 and 5", order::totals),
    rule!("invoice.keep_banner", "spec B, section 2", invoice::keep_banner),
    strict_rule!("line_item.discounted_price", "spec B, section 3", line_item::discounted_price),
    strict_rule!("line_item.multi_item_price", "spec B, section 3", line_item::multi_item_price),
    rule!("styling_fee.amount", "spec A, sections 1 and 9; spec B, sections 1, 4 and 9", styling_fee::amount),
    strict_rule!("money.format", "spec A, section 9; spec B, section 9", |input: &AmountText| money::format(
        &input.amount
    )),
];
