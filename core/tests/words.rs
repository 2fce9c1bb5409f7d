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
    screens::{dashboard::TileAction, terms},
    subscription::{ChangeInput, NoneBecause, Type, change},
    values::plain_input::Nothing,
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
    let (low, last_year) = (policy::FIRST_STYLING_FEE_DOLLARS, policy::ONE_DOLLAR_CODE_LAST_YEAR);
    let styling_fee_override_code = Some(policy::ONE_DOLLAR_CODE.to_owned());
    let subscribes =
        change(&ChangeInput { from: Type::OnDemand, to: Type::DEFAULT, styling_fee_override_code, now: None });
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
        (named("delivery_terms"), format!("{} days to try everything on at home", policy::TRY_ON_DAYS_SHIPPED)),
        (named("checkout_extended"), format!("extended by {} days", policy::EXTENSION_DAYS)),
        (subscribes.unwrap_or_default(), format!("The ${low} styling fee applies to each box through {last_year} ")),
    ] {
        assert!(words.contains(&numbers), "{words:?} does not say {numbers:?}");
    }
}

#[test]
fn the_terms_name_the_numbers_of_the_policy() {
    let said: Vec<_> = terms::shown(&Nothing {}).iter().map(|term| format!("{} {}", term.figure, term.text)).collect();
    let (first, later) = (policy::FIRST_STYLING_FEE_DOLLARS, policy::STYLING_FEE_DOLLARS);
    let (shipped, picked_up) = (policy::TRY_ON_DAYS_SHIPPED, policy::TRY_ON_DAYS_PICKED_UP);
    let (percent, count) = (policy::MULTI_ITEM_DISCOUNT_PERCENT, policy::MULTI_ITEM_COUNT);
    for numbers in [
        format!("${first} styling fee for your first box, then ${later} a box"),
        format!("{shipped} days to try everything on at home, or {picked_up} days "),
        format!("{percent}% off the whole purchase when you keep {count} pieces or more"),
    ] {
        assert!(said.iter().any(|term| term.contains(&numbers)), "{said:?} does not say {numbers:?}");
    }
}

#[test]
fn statuses_and_codes_contain_the_products_name() {
    assert_eq!(Status::InTransitToStylebox.as_str(), format!("in_transit_to_{}", brand::SLUG));
    assert_eq!(Status::DeliveredToStylebox.as_str(), format!("delivered_to_{}", brand::SLUG));
    assert_eq!(brand::WEB_SOURCE, format!("{}-web", brand::SLUG));
    assert_eq!(policy::MULTI_ITEM_DISCOUNT_CODE, format!("{}10", brand::PRODUCT.to_uppercase()));
}
