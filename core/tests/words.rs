//! Every code that a rule answers for people has its words.

use stylebox_core::{
    brand,
    calendar::Blocked,
    card::CardNoticeKind,
    coupon::Unissuable,
    dashboard::{TileAction, TileKind},
    decision::Action,
    flow::Flow,
    messages,
    order::Status,
    policy,
    readiness::Missing,
    subscription::Type,
};

#[test]
fn no_words_are_missing() {
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
        Unissuable::ALL.iter().map(|code| code.as_str()).collect(),
    ];
    let missing: Vec<_> = codes.iter().flatten().filter(|code| messages::text(code).is_none()).collect();
    assert!(missing.is_empty(), "without words: {missing:?}");
}

#[test]
fn why_a_day_is_blocked_and_what_is_missing_are_sentences() {
    let codes = Blocked::ALL.iter().map(|code| code.as_str()).chain(Missing::ALL.iter().map(|code| code.as_str()));
    for code in codes {
        assert!(messages::text(code).is_some_and(|words| words.ends_with('.')), "{code}");
    }
}

#[test]
fn statuses_and_codes_carry_the_product_s_name() {
    assert_eq!(Status::InTransitToStylebox.as_str(), format!("in_transit_to_{}", brand::SLUG));
    assert_eq!(Status::DeliveredToStylebox.as_str(), format!("delivered_to_{}", brand::SLUG));
    assert_eq!(policy::MULTI_ITEM_DISCOUNT_CODE, format!("{}10", brand::PRODUCT.to_uppercase()));
}
