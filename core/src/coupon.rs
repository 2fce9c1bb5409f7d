//! Coupons: what they take off, and the one that every new customer has (spec B, sections 3, 4 and 9).

use crate::{
    InputError,
    input::{Count, Fields, Input, deserialize_as_input, or_empty},
    invoice,
    json::Json,
    money::{Money, Percentage},
    policy,
    words::words,
};
use serde::{Serialize, Serializer, ser::SerializeStruct};

words! {
    /// How a coupon counts.
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
    /// That amount.
    AmountOff(Money),
    /// That percentage.
    PercentageOff(Percentage),
}

impl Coupon {
    /// The coupon of that kind and value.
    ///
    /// # Errors
    /// Where it is a percentage over 100.
    pub fn new(kind: CouponKind, value: Money) -> Result<Self, InputError> {
        match kind {
            CouponKind::AmountOff => Ok(Self::AmountOff(value)),
            CouponKind::PercentageOff => Percentage::new(value)
                .map(Self::PercentageOff)
                .ok_or_else(|| InputError::new("A percentage is at most 100.")),
        }
    }

    /// How it counts.
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
    /// Where an amount is more than can be held.
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
    fn read(json: &Json) -> Result<Self, InputError> {
        let fields = Fields::of(json)?;
        Self::new(fields.read("kind")?, fields.read("value")?)
    }
}

deserialize_as_input!(Coupon);

/// A coupon, and what it is applied to.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct CouponUse {
    /// How the coupon counts.
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
/// Where it is a percentage over 100.
pub fn discount(usage: &CouponUse) -> Result<Money, InputError> {
    let coupon = Coupon::new(usage.kind, usage.value)?;
    let multi_item = invoice::multi_item_discount(usage.subtotal, usage.kept_or_exchanged)?;
    coupon.off(usage.subtotal.less(multi_item))
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

/// A coupon, and the code that stands for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct CodedCoupon {
    /// The code, as it is written everywhere.
    pub code: &'static str,
    /// How it counts.
    pub kind: CouponKind,
    /// The amount or the percentage.
    pub value: Money,
}

/// `coupon.welcome`: the coupon of every sign-up, where the code is its code in any case, for the first box alone and once
/// a customer (the contract: accounts, money); else nothing.
#[must_use]
pub fn welcome(request: &WelcomeRequest) -> Option<CodedCoupon> {
    let known = request.code.trim().eq_ignore_ascii_case(policy::WELCOME_COUPON_CODE);
    let coupon = CodedCoupon {
        code: policy::WELCOME_COUPON_CODE,
        kind: CouponKind::AmountOff,
        value: Money::from_dollars(policy::WELCOME_COUPON_DOLLARS),
    };
    (known && request.first_timer && !request.used).then_some(coupon)
}

#[cfg(test)]
mod tests {
    use super::{Coupon, CouponKind};
    use crate::money::Money;

    #[test]
    fn a_coupon_in_words() {
        let words = |kind, cents| Coupon::new(kind, Money::from_cents(cents).unwrap()).unwrap().in_words();
        assert_eq!(words(CouponKind::AmountOff, 2_500), "$25.00 off");
        assert_eq!(words(CouponKind::PercentageOff, 2_000), "20% off");
        assert_eq!(words(CouponKind::PercentageOff, 1_250), "12.5% off");
        assert_eq!(words(CouponKind::PercentageOff, 10_000), "100% off");
    }
}
