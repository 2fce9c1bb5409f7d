//! Coupons: what they take off, which of them can be used and issued, and the coupons that customers have without asking (spec B,
//! sections 3, 4 and 9).

use crate::{
    InputError,
    messages::email as texts,
    order::multi_item::multi_item_discount,
    policy,
    terms::ShopTerms,
    values::{
        business_time::{Date, Instant, today},
        count::Count,
        money::{Money, Percentage},
        words::{labels, words},
    },
    wire::{Fields, FirstError, Input, Json, deserialize_as_input, non_empty, or_empty},
};
use serde::{Serialize, Serializer, ser::SerializeStruct};
use std::borrow::Cow;

words! {
    /// What a coupon takes off.
    pub enum CouponKind {
        /// Dollars and cents.
        AmountOff = "amount_off",
        /// Percent of what is left after the multi-item discount.
        PercentageOff = "percentage_off",
    }
}

/// What a coupon takes off. In JSON it is `{kind, value}`, the value of both kinds in the form of money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(type = "{ kind: CouponKind; value: string }"))]
pub enum Coupon {
    /// Dollars and cents.
    AmountOff(Money),
    /// A percentage of what the coupon is applied to.
    PercentageOff(Percentage),
}

impl Coupon {
    /// The coupon of that kind and value.
    ///
    /// # Errors
    /// If it is a percentage over 100.
    pub fn new(kind: CouponKind, value: Money) -> Result<Self, InputError> {
        match kind {
            CouponKind::AmountOff => Ok(Self::AmountOff(value)),
            CouponKind::PercentageOff => Percentage::new(value)
                .map(Self::PercentageOff)
                .ok_or_else(|| InputError::new("A percentage is at most 100.")),
        }
    }

    /// Whether it is an amount or a percentage.
    #[must_use]
    pub const fn kind(self) -> CouponKind {
        match self {
            Self::AmountOff(_) => CouponKind::AmountOff,
            Self::PercentageOff(_) => CouponKind::PercentageOff,
        }
    }

    /// The amount, or the percentage in the form of money.
    #[must_use]
    pub const fn value(self) -> Money {
        match self {
            Self::AmountOff(amount) => amount,
            Self::PercentageOff(percentage) => percentage.as_money(),
        }
    }

    /// What it is in words: `$25.00 off`, `20% off`.
    #[must_use]
    pub fn in_words(self) -> String {
        match self {
            Self::AmountOff(amount) => format!("{} off", amount.formatted()),
            Self::PercentageOff(percentage) => {
                let value = percentage.as_money().to_string();
                format!("{}% off", value.trim_end_matches('0').trim_end_matches('.'))
            }
        }
    }

    /// What it takes off `amount`: never more than that.
    ///
    /// # Errors
    /// If an amount is too large.
    pub fn off(self, amount: Money) -> Result<Money, InputError> {
        match self {
            Self::AmountOff(value) => Ok(value.min(amount)),
            Self::PercentageOff(percentage) => Ok(amount.share(percentage.rate())?.min(amount)),
        }
    }
}

impl Serialize for Coupon {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Coupon", 2)?;
        object.serialize_field("kind", &self.kind())?;
        object.serialize_field("value", &self.value())?;
        object.end()
    }
}

impl Input for Coupon {
    fn read_part(json: &Json, first_error: &mut FirstError) -> Self {
        let mut fields = Fields::of(json, first_error);
        let coupon = Self::new(fields.read("kind"), fields.read("value"));
        first_error.value_or(coupon, Self::AmountOff(Money::ZERO))
    }
}

deserialize_as_input!(Coupon);

/// A coupon, and what it is applied to.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct CouponUse {
    /// Whether it is an amount or a percentage.
    pub kind: CouponKind,
    /// The amount or the percentage.
    pub value: Money,
    /// The prices of all items kept or exchanged.
    pub subtotal: Money,
    /// How many those are.
    pub kept_or_exchanged: Count,
}

/// `coupon.discount`: what the coupon takes off the subtotal, after the multi-item discount.
///
/// # Errors
/// If it is a percentage over 100.
pub fn discount(usage: &CouponUse, terms: &ShopTerms) -> Result<Money, InputError> {
    let coupon = Coupon::new(usage.kind, usage.value)?;
    let multi_item = multi_item_discount(usage.subtotal, usage.kept_or_exchanged, terms)?;
    coupon.off(usage.subtotal.less(multi_item))
}

/// What a checkout's coupon takes off.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct TakenOff {
    /// The amount.
    pub discount: Money,
}

/// `coupon.is_used_up`: whether a checkout uses up its coupon: only if the coupon takes something off (the contract: money). A reward is
/// put on each invoice without the customer asking, so a box from which nothing is kept must not use it up.
#[must_use]
pub fn is_used_up(taken: &TakenOff) -> bool {
    !taken.discount.is_zero()
}

/// A coupon code that a customer typed, and what is known of the customer.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct WelcomeRequest {
    /// The code as typed; null is empty.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "string | null"))]
    pub code: String,
    /// Whether the customer has not checked out any order yet.
    pub first_timer: bool,
    /// Whether the customer has used the coupon before.
    pub used: bool,
}

/// A coupon, and the code that customers type to use it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct CodedCoupon {
    /// The code, as it is written everywhere.
    #[cfg_attr(feature = "wasm", tsify(type = "string"))]
    pub code: Cow<'static, str>,
    /// Whether it is an amount or a percentage.
    pub kind: CouponKind,
    /// The amount or the percentage.
    pub value: Money,
}

/// `coupon.welcome`: the coupon of every sign-up if the typed code is its code, in any letter case; otherwise nothing. It is valid for
/// the first box alone, and once for each customer (the contract: accounts, money).
#[must_use]
pub fn welcome(request: &WelcomeRequest, terms: &ShopTerms) -> Option<CodedCoupon> {
    let is_usable = request.first_timer && !request.used && terms.has_welcome_coupon();
    (is_usable && is_typed(&request.code, &terms.welcome_coupon_code)).then(|| welcome_coupon(terms))
}

/// The coupon of every sign-up, whoever may use it.
#[must_use]
pub fn welcome_coupon(terms: &ShopTerms) -> CodedCoupon {
    CodedCoupon { code: terms.welcome_coupon_code.clone(), kind: CouponKind::AmountOff, value: terms.welcome_coupon }
}

/// Whether the typed code is `code`, in any letter case and with or without spaces around it.
fn is_typed(typed: &str, code: &str) -> bool {
    typed.trim().eq_ignore_ascii_case(code)
}

words! {
    /// A coupon that a customer has without the shop having issued one.
    pub enum OwnCoupon {
        /// The percentage for a friend who registered by an invitation. Its code is that of the invitation.
        Invitation = "invitation",
        /// The percentage for bringing a friend.
        Reward = "reward",
        /// The coupon of every sign-up.
        Welcome = "welcome",
    }
}

/// What decides which coupons of their own a customer can use now.
#[derive(Debug, Clone, Default, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct OwnCoupons {
    /// The code by which the customer was invited, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub invited_by: Option<String>,
    /// Whether the invitation's percentage is neither used nor ended.
    pub has_invitation: bool,
    /// Whether the customer has a percentage for bringing a friend that is neither used nor ended.
    pub has_reward: bool,
    /// Whether the customer has not checked out any order yet.
    pub first_timer: bool,
    /// Whether the customer has used the sign-up's coupon before.
    pub welcome_used: bool,
}

impl OwnCoupons {
    /// The referral percentage that can be used. Of two it is the invitation's, which ends first: customers are invited before they bring
    /// friends.
    const fn referral(&self) -> Option<OwnCoupon> {
        match (self.has_invitation, self.has_reward) {
            (true, _) => Some(OwnCoupon::Invitation),
            (false, true) => Some(OwnCoupon::Reward),
            (false, false) => None,
        }
    }

    /// Whether the customer can use the coupon of every sign-up.
    const fn has_welcome(&self, terms: &ShopTerms) -> bool {
        terms.has_welcome_coupon() && self.first_timer && !self.welcome_used
    }

    fn is_invitation(&self, typed: &str) -> bool {
        self.invited_by.as_ref().is_some_and(|code| is_typed(typed, code))
    }
}

/// A coupon code, and what is known of the customer who uses it.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct OwnCouponRequest {
    /// The code as typed; null is empty.
    #[serde(default, deserialize_with = "or_empty")]
    #[cfg_attr(feature = "wasm", tsify(type = "string | null"))]
    pub code: String,
    /// What the customer can use.
    pub coupons: OwnCoupons,
}

/// `coupon.own`: which of the customer's own coupons a code means, if that coupon can be used (the contract: accounts, money). The
/// invitation's code means the friend's percentage, the general referral code the percentage that ends first, and the welcome coupon's
/// code the coupon of every sign-up. Null for every other code, which the shop may have issued.
#[must_use]
pub fn own(request: &OwnCouponRequest, terms: &ShopTerms) -> Option<OwnCoupon> {
    let OwnCouponRequest { code, coupons } = request;
    if coupons.is_invitation(code) {
        coupons.has_invitation.then_some(OwnCoupon::Invitation)
    } else if is_typed(code, &terms.referral_code) {
        coupons.referral()
    } else {
        let is_welcome = is_typed(code, &terms.welcome_coupon_code) && coupons.has_welcome(terms);
        is_welcome.then_some(OwnCoupon::Welcome)
    }
}

/// `coupon.standing`: the same for a code that is already on an invoice. A referral percentage that has ended since then gives way to the
/// customer's default coupon.
#[must_use]
pub fn standing(request: &OwnCouponRequest, terms: &ShopTerms) -> Option<OwnCoupon> {
    let OwnCouponRequest { code, coupons } = request;
    // An invoice names an invitation by the invitation's code, so the general code is a reward for bringing a friend.
    let is_general = is_typed(code, &terms.referral_code);
    if coupons.has_reward && is_general {
        return Some(OwnCoupon::Reward);
    }
    let is_referral = coupons.is_invitation(code) || is_general;
    own(request, terms).or_else(|| if is_referral { usual(coupons, terms) } else { None })
}

/// What the customer can use, and whether the order's coupon was removed.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct DefaultCouponInput {
    /// What the customer can use.
    pub coupons: OwnCoupons,
    /// Whether the order has no coupon: the customer removed it, or had none when ordering.
    pub taken_away: bool,
}

/// `coupon.by_default`: the coupon of a box whose customer has typed none: the first usable one of a friend's percentage, the sign-up's
/// coupon, and a percentage for bringing a friend (the contract: accounts). A coupon that was removed does not come back. A percentage
/// for bringing a friend is an exception, because it may be earned after the order.
#[must_use]
pub fn by_default(input: &DefaultCouponInput, terms: &ShopTerms) -> Option<OwnCoupon> {
    if input.taken_away { input.coupons.has_reward.then_some(OwnCoupon::Reward) } else { usual(&input.coupons, terms) }
}

fn usual(coupons: &OwnCoupons, terms: &ShopTerms) -> Option<OwnCoupon> {
    if coupons.has_welcome(terms) && !coupons.has_invitation {
        return Some(OwnCoupon::Welcome);
    }
    coupons.referral()
}

/// A coupon that the shop issued, and a customer's use of it.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct IssuedCoupon {
    /// The first business day on which it can be used.
    pub valid_from: Date,
    /// The last business day; null if it does not end.
    pub valid_until: Option<Date>,
    /// How often it was used, by all customers together.
    pub uses: Count,
    /// How often it can be used; null if that is not limited.
    pub max_uses: Option<Count>,
    /// Whether the customer has used it at an earlier checkout.
    pub used: bool,
    /// When it would be used.
    pub now: Instant,
}

/// `coupon.usable`: whether a customer may use it now: on its days, while uses are left, and once (the contract: money).
#[must_use]
pub fn usable(coupon: &IssuedCoupon) -> bool {
    let today = today(coupon.now);
    let is_its_day = coupon.valid_from <= today && coupon.valid_until.is_none_or(|last| today <= last);
    is_its_day && coupon.max_uses.is_none_or(|most| coupon.uses < most) && !coupon.used
}

words! {
    /// Why a coupon cannot be issued.
    pub enum Unissuable {
        /// The code is too short or too long, or has other signs than letters, digits and dashes.
        Malformed = "coupon_code_malformed",
        /// The code is another coupon's.
        Taken = "coupon_code_taken",
        /// It takes nothing off.
        Worthless = "coupon_worthless",
        /// It ends before it begins.
        EndsEarly = "coupon_ends_early",
        /// Its last day is before today.
        Ended = "coupon_last_day_past",
    }
}

labels! {
    Unissuable {
        Malformed = "A coupon's code has 3 to 30 letters, digits and dashes.",
        Taken = "There is a coupon with this code already.",
        Worthless = "A coupon takes something off.",
        EndsEarly = "A coupon ends on the day on which it begins, or later.",
        Ended = "The last day of a coupon cannot be in the past: no one could use it.",
    }
}

/// A coupon to issue.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct NewCoupon {
    /// What customers type: 3 to 30 letters, digits and dashes.
    pub code: String,
    /// What it takes off.
    pub coupon: Coupon,
    /// The first business day on which it can be used.
    pub valid_from: Date,
    /// The last business day; null if it does not end.
    pub valid_until: Option<Date>,
    /// The current time; null or missing if its days are not compared with it.
    #[serde(default)]
    pub now: Option<Instant>,
}

/// `coupon.unissuable`: why the shop cannot issue it, or null. The server checks that no other issued coupon has the code.
#[must_use]
pub fn unissuable(new: &NewCoupon, terms: &ShopTerms) -> Option<Unissuable> {
    let reserved = [&terms.welcome_coupon_code, &terms.referral_code, &terms.multi_item_code];
    if !is_code(&new.code) {
        Some(Unissuable::Malformed)
    } else if reserved.iter().any(|known| known.eq_ignore_ascii_case(&new.code)) {
        Some(Unissuable::Taken)
    } else if new.coupon.value().is_zero() {
        Some(Unissuable::Worthless)
    } else if new.valid_until.is_some_and(|last| last < new.valid_from) {
        Some(Unissuable::EndsEarly)
    } else if new.now.is_some_and(|now| new.valid_until.is_some_and(|last| last < today(now))) {
        Some(Unissuable::Ended)
    } else {
        None
    }
}

/// Whether customers can type `code` as a coupon's code.
pub(crate) fn is_code(code: &str) -> bool {
    let lengths = policy::COUPON_CODE_MIN_LENGTH..=policy::COUPON_CODE_MAX_LENGTH;
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    lengths.contains(&code.len()) && code.bytes().all(is_sign)
}

/// `coupon.gave_way`: what the customer is told after the first order about a code that they gave at sign-up and that had ended by then.
#[must_use]
pub fn gave_way(code: &str) -> String {
    texts::code_gave_way(code)
}

/// `coupon.ended`: what the customer is told before the first order about a code that they gave at sign-up and that has ended.
#[must_use]
pub fn ended(code: &str) -> String {
    texts::code_ended(code)
}

#[cfg(test)]
mod tests {
    use super::{Coupon, CouponKind};
    use crate::values::money::Money;

    #[test]
    fn a_coupon_says_what_it_takes_off() {
        let words = |kind, cents| Coupon::new(kind, Money::from_cents(cents).unwrap()).unwrap().in_words();
        assert_eq!(words(CouponKind::AmountOff, 2_500), "$25.00 off");
        assert_eq!(words(CouponKind::PercentageOff, 2_000), "20% off");
        assert_eq!(words(CouponKind::PercentageOff, 1_250), "12.5% off");
        assert_eq!(words(CouponKind::PercentageOff, 10_000), "100% off");
    }
}
