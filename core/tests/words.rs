//! Every code that a rule answers has its words, and the words name the right numbers.

use std::collections::BTreeSet;
use stylebox_core::{
    brand,
    card::CardNoticeKind,
    checkout::{coupon::Unissuable, decision::Action},
    delivery::{day::Blocked, flow::Flow},
    messages::refusals::Refusal,
    order::{Status, TileKind, readiness::Missing},
    policy::{self, limits},
    screens::dashboard::TileAction,
    shop::shop_terms,
    subscription::{ChangeInput, NoneBecause, change},
    terms::ShopTerms,
    values::{frequency::Type, money::Money},
};

#[test]
fn each_code_is_in_one_enum_and_has_words() {
    let codes = [
        Blocked::ALL.iter().map(|code| code.as_str()).collect::<Vec<_>>(),
        CardNoticeKind::ALL.iter().map(|code| code.as_str()).collect(),
        TileKind::ALL.iter().map(|code| code.as_str()).collect(),
        TileAction::ALL.iter().map(|code| code.as_str()).collect(),
        Action::ALL.iter().map(|code| code.as_str()).collect(),
        Flow::ALL.iter().map(|code| code.as_str()).collect(),
        Status::ALL.iter().map(|code| code.as_str()).collect(),
        Missing::ALL.iter().map(|code| code.as_str()).collect(),
        Type::ALL.iter().map(|code| code.as_str()).collect(),
        NoneBecause::ALL.iter().map(|code| code.as_str()).collect(),
        Unissuable::ALL.iter().map(|code| code.as_str()).collect(),
    ]
    .concat();
    let different: BTreeSet<_> = codes.iter().collect();
    assert_eq!(different.len(), codes.len());
    assert!(codes.iter().all(|code| stylebox_core::screens::messages::text(code).is_some()));
}

#[test]
fn the_words_of_blocked_days_and_missing_answers_are_sentences() {
    let codes = Blocked::ALL.iter().map(|code| code.as_str()).chain(Missing::ALL.iter().map(|code| code.as_str()));
    for code in codes {
        assert!(stylebox_core::screens::messages::text(code).is_some_and(|words| words.ends_with('.')), "{code}");
    }
}

/// Sentences are constants, so only this test keeps their numbers the same as those of `policy`.
#[test]
fn sentences_name_the_numbers_of_the_policy() {
    const MIB: usize = 1024 * 1024;
    let named = |code: &'static str| stylebox_core::screens::messages::text(code).unwrap_or_default();
    let (shortest, longest) = (policy::COUPON_CODE_MIN_LENGTH, policy::COUPON_CODE_MAX_LENGTH);
    let (plain, with_dash) = (policy::ZIP_MIN_LENGTH, policy::ZIP_MAX_LENGTH - 1);
    assert_eq!(policy::PHOTO_MAX_BYTES % MIB, 0);
    let last_year = policy::ONE_DOLLAR_CODE_LAST_YEAR;
    let styling_fee_override_code = Some(policy::ONE_DOLLAR_CODE.to_owned());
    let subscribed = ChangeInput { from: Type::OnDemand, to: Type::DEFAULT, styling_fee_override_code, now: None };
    let subscribes = change(&subscribed, ShopTerms::SPEC).unwrap_or_default();
    for (words, numbers) in [
        (Refusal::BodyTooLarge.text(), format!("larger than {} KiB", limits::LARGEST_BODY_KIB)),
        (
            Refusal::IdempotencyKeyInvalid.text(),
            format!("1 to {} visible characters", limits::IDEMPOTENCY_KEY_MAX_LENGTH),
        ),
        (Refusal::PhotoTooLarge.text(), format!("larger than {} MB", policy::PHOTO_MAX_BYTES / MIB)),
        (named("coupon_code_malformed"), format!("{shortest} to {longest} letters")),
        (named("zip_invalid"), format!("Must be {plain} or {with_dash} digits.")),
        (named("zip_invalid_brief"), format!("Must be {plain} or {with_dash} digits.")),
        (named("zip_too_long"), format!("more than {with_dash} digits and an optional dash")),
        (named("year_out_of_range"), format!("enter {} or a later year", policy::BIRTH_YEAR_MIN)),
        (named("phone"), format!("of {} digits", policy::PHONE_DIGITS)),
        (&subscribes, format!("applies to each box through {last_year} ")),
    ] {
        assert!(words.contains(&numbers), "{words:?} does not say {numbers:?}");
    }
}

#[test]
fn the_messages_about_a_shops_terms_name_the_numbers_of_the_policy() {
    let cents = |cents| Money::from_cents(cents).unwrap_or_default();
    let wrong = ShopTerms {
        styling_fee: Money::ZERO,
        first_styling_fee: cents(1),
        multi_item_percent: 0,
        referral_percent: 101,
        pickup_cutoff_hour: 25,
        try_on_days_shipped: 0,
        extension_days: policy::MOST_TRY_ON_DAYS + 1,
        multi_item_count: 1,
        referral_days: 0,
        referral_code: "no code".into(),
        welcome_coupon: Money::from_dollars(policy::LARGEST_FEE_DOLLARS + 1),
        delivery_months_ahead: 0,
        ..ShopTerms::SPEC.clone()
    };
    let issues = shop_terms::validate(&wrong);
    let said = |field: &str| issues.iter().find(|issue| issue.field == field).map(|issue| issue.message.text());
    let fees = format!("{} to {}", cents(policy::LEAST_CHARGE_CENTS), Money::from_dollars(policy::LARGEST_FEE_DOLLARS));
    let days = policy::MOST_TRY_ON_DAYS;
    let (shortest, longest) = (policy::COUPON_CODE_MIN_LENGTH, policy::COUPON_CODE_MAX_LENGTH);
    for (field, numbers) in [
        ("styling_fee", fees.clone()),
        ("first_styling_fee", fees),
        ("multi_item_percent", "1 to 100".to_owned()),
        ("referral_percent", "1 to 100".to_owned()),
        ("pickup_cutoff_hour", "0 to 24".to_owned()),
        ("try_on_days_shipped", format!("1 to {days} days")),
        ("extension_days", format!("1 to {days} days")),
        ("multi_item_count", format!("needs 2 to {} items", policy::LARGEST_MULTI_ITEM_COUNT)),
        ("referral_days", format!("1 to {} days", policy::LONGEST_REFERRAL_DAYS)),
        ("referral_code", format!("{shortest} to {longest} letters")),
        ("welcome_coupon", format!("0.01 to {}", Money::from_dollars(policy::LARGEST_FEE_DOLLARS))),
        ("delivery_months_ahead", format!("1 to {} months", policy::MOST_MONTHS_AHEAD)),
    ] {
        let words = said(field).unwrap_or_default();
        assert!(words.contains(&numbers), "{field}: {words:?} does not say {numbers:?}");
    }
}

#[test]
fn a_return_is_followed_until_it_is_overdue_whatever_the_terms() {
    // A return's label can be made with that of the box, before it leaves.
    let last_day = policy::TRANSIT_DAYS + 2 * policy::MOST_TRY_ON_DAYS + policy::RETURN_OVERDUE_DAYS;
    assert!(last_day <= policy::PARCEL_FOLLOWED_DAYS, "{last_day}");
}

#[test]
fn a_calendar_can_be_read_at_once_however_far_a_retailer_opens_it() {
    // The page reads whole months: from the first day of this one to the last day of the one in which the calendar ends.
    let days = 31 * (policy::MOST_MONTHS_AHEAD + 1);
    assert!(days < policy::CALENDAR_WINDOW_MAX_DAYS, "{days}");
}

#[test]
fn statuses_and_codes_contain_the_products_name() {
    assert_eq!(Status::InTransitToStylebox.as_str(), format!("in_transit_to_{}", brand::SLUG));
    assert_eq!(Status::DeliveredToStylebox.as_str(), format!("delivered_to_{}", brand::SLUG));
    assert_eq!(brand::WEB_SOURCE, format!("{}-web", brand::SLUG));
    assert_eq!(ShopTerms::SPEC.multi_item_code, format!("{}10", brand::PRODUCT.to_uppercase()));
}
