//! What to do with a charge whose money is reserved and not taken yet (spec A, section 7; spec B, section 4).

use crate::{
    policy,
    values::{business_time::Instant, words::words},
    wire::Input,
};

words! {
    /// How risky the gateway considers a charge.
    pub enum RiskLevel {
        /// It shows no sign of fraud.
        Normal = "normal",
        /// It may be fraud.
        Elevated = "elevated",
        /// It most likely is fraud.
        Highest = "highest",
        /// The gateway has not assessed it.
        NotAssessed = "not_assessed",
        /// The gateway's assessment failed.
        Unknown = "unknown",
    }
}

words! {
    /// The shop's review of a charge at the gateway.
    pub enum RiskReview {
        /// Nobody has decided yet.
        Open = "open",
        /// The shop trusts the charge.
        Approved = "approved",
        /// It was closed in another way.
        Closed = "closed",
    }
}

words! {
    /// What to do with the reserved money.
    pub enum AuthorizedNext {
        /// It is taken.
        Capture = "capture",
        /// It stays reserved until the shop has looked at the order.
        Hold = "hold",
        /// It is released, and not taken.
        Release = "release",
    }
}

/// A charge whose money is reserved.
#[derive(Debug, Clone, Copy, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct AuthorizedInput {
    /// How risky the gateway considers it.
    pub risk: RiskLevel,
    /// Its review at the gateway, or null.
    pub review: Option<RiskReview>,
    /// Whether the shop has cleared the order.
    pub cleared: bool,
    /// Whether the charge is not wanted any more.
    pub called_off: bool,
    /// Until when the bank keeps the money reserved.
    pub reserved_until: Instant,
    /// The current time.
    pub now: Instant,
}

/// When a held charge is released whose money the bank keeps until `reserved_until`. Both in microseconds since the Unix epoch.
#[must_use]
pub const fn released_at(reserved_until: i64) -> i64 {
    reserved_until.saturating_sub(policy::AUTHORIZATION_RELEASED_HOURS.saturating_mul(60 * 60 * 1_000_000))
}

/// `order.authorised`: the money is taken if the risk is normal and no review is open, or if the shop has cleared the order or
/// approved the charge. Otherwise the charge is held. A held charge is released some hours before the bank would release it.
#[must_use]
pub fn next_step(input: &AuthorizedInput) -> AuthorizedNext {
    if input.called_off {
        return AuthorizedNext::Release;
    }
    let is_trusted = match (input.risk, input.review) {
        _ if input.cleared => true,
        (_, Some(RiskReview::Approved)) | (RiskLevel::Normal, None) => true,
        (_, Some(RiskReview::Open | RiskReview::Closed))
        | (RiskLevel::Elevated | RiskLevel::Highest | RiskLevel::NotAssessed | RiskLevel::Unknown, None) => false,
    };
    let is_nearly_over = input.now.unix_micros() >= released_at(input.reserved_until.unix_micros());
    match is_trusted {
        true => AuthorizedNext::Capture,
        false if is_nearly_over => AuthorizedNext::Release,
        false => AuthorizedNext::Hold,
    }
}
