//! The terms that a retailer wants, and what is wrong with them.

use crate::{
    Issue,
    checkout::coupon::is_code,
    messages::terms as texts,
    policy,
    terms::ShopTerms,
    values::{frequency::Type, money::Money},
};

/// `shop_terms.validate`: what is wrong with the terms that a retailer wants. The gateway must be able to charge a fee. Each reminder comes
/// while the customer can still try the box on. The calendars end within the days that one call can answer. On demand is always on offer:
/// every pick-up is on demand, and so is the first box of a sign-up that has chosen nothing.
#[must_use]
pub fn validate(terms: &ShopTerms) -> Vec<Issue> {
    let most = Money::from_dollars(policy::LARGEST_FEE_DOLLARS);
    let is_charged = |fee: Money| fee.to_cents() >= policy::LEAST_CHARGE_CENTS && fee <= most;
    let try_on_days = 1..=policy::MOST_TRY_ON_DAYS;
    let percent = 1..=100;
    let months = 1..=policy::MOST_MONTHS_AHEAD;
    let is_once = |kind: &Type| terms.frequencies.iter().filter(|other| *other == kind).count() == 1;
    let checks = [
        ("styling_fee", is_charged(terms.styling_fee), texts::STYLING_FEE),
        ("first_styling_fee", is_charged(terms.first_styling_fee), texts::STYLING_FEE),
        ("try_on_days_shipped", try_on_days.contains(&terms.try_on_days_shipped), texts::TRY_ON_DAYS),
        ("try_on_days_picked_up", try_on_days.contains(&terms.try_on_days_picked_up), texts::TRY_ON_DAYS),
        ("extension_days", terms.extension_days <= policy::MOST_TRY_ON_DAYS, texts::EXTENSION_DAYS),
        (
            "reminder_days_shipped",
            can_be_sent(&terms.reminder_days_shipped, terms.try_on_days_shipped, terms.extension_days),
            texts::REMINDER_DAYS,
        ),
        (
            "reminder_days_picked_up",
            can_be_sent(&terms.reminder_days_picked_up, terms.try_on_days_picked_up, terms.extension_days),
            texts::REMINDER_DAYS,
        ),
        (
            "multi_item_count",
            (2..=policy::LARGEST_MULTI_ITEM_COUNT).contains(&terms.multi_item_count),
            texts::MULTI_ITEM_COUNT,
        ),
        ("multi_item_percent", percent.contains(&terms.multi_item_percent), texts::PERCENT),
        ("multi_item_code", is_own_code(terms, &terms.multi_item_code), texts::CODE),
        ("referral_percent", percent.contains(&terms.referral_percent), texts::PERCENT),
        ("referral_days", (1..=policy::LONGEST_REFERRAL_DAYS).contains(&terms.referral_days), texts::REFERRAL_DAYS),
        ("referral_code", is_own_code(terms, &terms.referral_code), texts::CODE),
        ("welcome_coupon", terms.welcome_coupon <= most, texts::WELCOME_COUPON),
        ("welcome_coupon_code", is_own_code(terms, &terms.welcome_coupon_code), texts::CODE),
        ("exit_offer", !terms.exit_offer || terms.has_welcome_coupon(), texts::EXIT_OFFER),
        (
            "frequencies",
            terms.frequencies.contains(&Type::OnDemand) && terms.frequencies.iter().all(is_once),
            texts::FREQUENCIES,
        ),
        ("delivery_months_ahead", months.contains(&terms.delivery_months_ahead), texts::MONTHS_AHEAD),
        ("pickup_months_ahead", months.contains(&terms.pickup_months_ahead), texts::MONTHS_AHEAD),
        ("pickup_cutoff_hour", terms.pickup_cutoff_hour <= 24, texts::CUTOFF_HOUR),
    ];
    checks
        .into_iter()
        .filter(|(_, is_right, _)| !is_right)
        .map(|(term, _, message)| Issue::new(term, message))
        .collect()
}

/// Whether `code` can be a coupon's code, and no other term has it.
fn is_own_code(terms: &ShopTerms, code: &str) -> bool {
    let codes = [&terms.multi_item_code, &terms.referral_code, &terms.welcome_coupon_code];
    is_code(code) && codes.iter().filter(|other| other.eq_ignore_ascii_case(code)).count() == 1
}

/// Whether each of these reminders can be sent, however late the customer extends the checkout. A checkout can be extended until the day
/// before its last day. Every reminder that comes more days before the new last day than the extension adds is due at once then, and only
/// one of those is sent.
fn can_be_sent(reminders: &[u64], try_on_days: u64, extension_days: u64) -> bool {
    let too_early = reminders.iter().filter(|days| extension_days > 0 && **days > extension_days).count();
    let is_in_time = reminders.iter().all(|days| *days < try_on_days);
    is_in_time && too_early <= 1 && reminders.is_sorted_by(|one, next| one > next)
}
