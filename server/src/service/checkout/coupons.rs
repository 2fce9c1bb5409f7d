//! Finding the coupon of a code: a referral's percentage, the welcome coupon, or one that staff issued.

use crate::platform::error::{AppError, AppResult};
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::account::marks::{self, MarkKind};
use crate::store::account::referrals::EarnedAs;
use crate::store::checkout::coupons::{self, CouponRow};
use crate::store::checkout::discounts::{self, CouponFacts, OpenRewardRow};
use stylebox_core::checkout::coupon::{
    self, CodedCoupon, Coupon, CouponKind, DefaultCouponInput, IssuedCoupon, OwnCoupon, OwnCouponRequest, OwnCoupons,
    by_default, usable, welcome_coupon,
};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::terms::ShopTerms;
use stylebox_core::values::money::Money;
use stylebox_core::values::reading::code;

/// A coupon that the customer may use now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundCoupon {
    /// The code in its usual spelling.
    pub(crate) code: String,
    pub(crate) coupon: Coupon,
    pub(crate) source: CouponSource,
}

/// The source of a coupon, which decides what a use takes away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CouponSource {
    /// Every new customer has it.
    Welcome,
    /// A referral earned it. Holds the reward's id.
    Reward(String),
    /// A referral code typed at sign-up. The reward is made with the account.
    FriendsCode,
    /// Staff issued it.
    Shop,
}

/// The customer whose coupons are looked up.
#[derive(Debug, Clone, Copy)]
pub struct Holder<'a> {
    pub(crate) id: &'a str,
    /// The key of their email address, if it is known.
    pub(crate) email_key: Option<&'a str>,
}

impl<'a> From<&'a str> for Holder<'a> {
    fn from(id: &'a str) -> Self {
        Self { id, email_key: None }
    }
}

impl<'a> From<&'a CustomerRow> for Holder<'a> {
    fn from(customer: &'a CustomerRow) -> Self {
        Self { id: &customer.id, email_key: Some(&customer.email_key) }
    }
}

/// The coupon of a code that the customer may use now.
pub async fn find(state: &AppState, tx: &mut Tx, holder: Holder<'_>, code: &str) -> AppResult<Option<FoundCoupon>> {
    UsableCoupons::of_customer(state, tx, holder, Some(code)).await?.find(state, code)
}

/// The coupon of a box if the customer has typed none.
pub(crate) async fn find_default(
    state: &AppState,
    tx: &mut Tx,
    holder: Holder<'_>,
    taken_away: bool,
) -> AppResult<Option<FoundCoupon>> {
    UsableCoupons::of_customer(state, tx, holder, None).await?.by_default(taken_away, &state.data.terms)
}

/// The code of the default coupon, for a new order.
pub(crate) async fn default_code(state: &AppState, tx: &mut Tx, holder: Holder<'_>) -> AppResult<Option<String>> {
    Ok(find_default(state, tx, holder, false).await?.map(|found| found.code))
}

/// A customer's own coupons that can be used now, the rewards behind them, and the coupon of a typed code.
pub(crate) struct UsableCoupons {
    coupons: OwnCoupons,
    rewards: Vec<OpenRewardRow>,
    /// The coupon of the typed code if staff issued one, and whether the customer has used it.
    issued: Option<(CouponRow, bool)>,
}

impl UsableCoupons {
    /// The coupons of a customer and that of a typed code, with one statement if the key of the email address is known.
    ///
    /// # Errors
    /// [`Refusal::NotFound`] if there is no such customer.
    pub(crate) async fn of_customer(
        state: &AppState,
        tx: &mut Tx,
        holder: Holder<'_>,
        typed: Option<&str>,
    ) -> AppResult<Self> {
        let email_key = match holder.email_key {
            Some(known) => Some(known.to_owned()),
            None => customers::email_key(tx, holder.id).await?,
        };
        let email_key = email_key.ok_or(Refusal::NotFound)?;
        let hashes = |offer| marks::hashes(&state.keys, offer, &email_key);
        let (invitation, welcome) = (hashes(MarkKind::Invitation), hashes(MarkKind::Welcome));
        let (code, now) = (&*state.data.terms.welcome_coupon_code, state.clock.now());
        let both = [&*invitation, &*welcome].concat();
        let facts = discounts::coupon_facts(tx, holder.id, (code, typed), &both, now).await?;
        let CouponFacts { customer, rewards, marked, issued, issued_is_used } = facts.ok_or(Refusal::NotFound)?;
        let has = |earned_as| rewards.iter().any(|reward| reward.earned_as == earned_as);
        // Used with this email address, in an account that no longer has it (service/account/marks).
        let was_used = |hashes: &[String]| marked.iter().any(|hash| hashes.contains(hash));
        let coupons = OwnCoupons {
            invited_by: customer.referred_by_code.as_deref().map(referral_code),
            has_invitation: has(EarnedAs::Friend) && !was_used(&invitation),
            has_reward: has(EarnedAs::Referrer),
            first_timer: customer.first_timer,
            welcome_used: customer.is_used || was_used(&welcome),
        };
        Ok(Self { coupons, rewards, issued: issued.map(|row| (row, issued_is_used)) })
    }

    /// The coupon of the typed code that the customer may use now.
    pub(crate) fn find(&self, state: &AppState, code: &str) -> AppResult<Option<FoundCoupon>> {
        self.find_by(coupon::own, state, code)
    }

    /// The same for the code of an invoice: another coupon replaces a referral's percentage that has expired.
    pub(crate) fn find_standing(&self, state: &AppState, code: &str) -> AppResult<Option<FoundCoupon>> {
        self.find_by(coupon::standing, state, code)
    }

    fn find_by(
        &self,
        rule: fn(&OwnCouponRequest, &ShopTerms) -> Option<OwnCoupon>,
        state: &AppState,
        code: &str,
    ) -> AppResult<Option<FoundCoupon>> {
        let request = OwnCouponRequest { code: code.to_owned(), coupons: self.coupons.clone() };
        if let Some(coupon) = rule(&request, &state.data.terms) {
            return self.found(coupon, &state.data.terms);
        }
        self.issued.clone().map_or(Ok(None), |(row, is_used)| found(state, row, is_used))
    }

    /// The coupon of a box if the customer has typed none.
    pub(crate) fn by_default(&self, taken_away: bool, terms: &ShopTerms) -> AppResult<Option<FoundCoupon>> {
        let input = DefaultCouponInput { coupons: self.coupons.clone(), taken_away };
        by_default(&input, terms).map_or(Ok(None), |coupon| self.found(coupon, terms))
    }

    /// The found coupon with its discount and code.
    fn found(&self, coupon: OwnCoupon, terms: &ShopTerms) -> AppResult<Option<FoundCoupon>> {
        let (earned_as, code) = match coupon {
            OwnCoupon::Welcome => {
                return of_sign_up(welcome_coupon(terms)).map(Some);
            }
            OwnCoupon::Invitation => (EarnedAs::Friend, self.coupons.invited_by.clone()),
            OwnCoupon::Reward => (EarnedAs::Referrer, None),
        };
        let code = code.unwrap_or_else(|| terms.referral_code.clone().into_owned());
        let reward = self.rewards.iter().find(|reward| reward.earned_as == earned_as);
        let Some(OpenRewardRow { id, percent, .. }) = reward.cloned() else { return Ok(None) };
        Ok(Some(FoundCoupon { code, coupon: percentage(percent)?, source: CouponSource::Reward(id) }))
    }
}

pub(crate) fn of_sign_up(welcome: CodedCoupon) -> AppResult<FoundCoupon> {
    let coupon = Coupon::new(welcome.kind, welcome.value).map_err(AppError::unexpected)?;
    Ok(FoundCoupon { code: welcome.code.into_owned(), coupon, source: CouponSource::Welcome })
}

/// A referral code in its usual spelling.
#[must_use]
pub(crate) fn referral_code(typed: &str) -> String {
    code::read(typed).to_uppercase()
}

/// What a referral takes off, in percent.
pub(crate) fn referral_percent(terms: &ShopTerms) -> AppResult<i64> {
    i64::try_from(terms.referral_percent).map_err(AppError::unexpected)
}

/// A coupon of so many percent.
pub(crate) fn percentage(percent: i64) -> AppResult<Coupon> {
    // A coupon's percentage is written like an amount: 15.00 is 15 %.
    let dollars = u32::try_from(percent).map_err(AppError::unexpected)?;
    Coupon::new(CouponKind::PercentageOff, Money::from_dollars(dollars)).map_err(AppError::unexpected)
}

/// The issued coupon of a code, if a new customer can use it today.
pub async fn of_the_shop(state: &AppState, tx: &mut Tx, code: &str) -> AppResult<Option<FoundCoupon>> {
    coupons::by_code(tx, code).await?.map_or(Ok(None), |row| found(state, row, false))
}

/// An issued coupon, if core says that it can be used now.
fn found(state: &AppState, row: CouponRow, used: bool) -> AppResult<Option<FoundCoupon>> {
    let issued = IssuedCoupon {
        valid_from: row.valid_from,
        valid_until: row.valid_until,
        uses: row.uses,
        max_uses: row.max_uses,
        used,
        now: state.clock.now().instant(),
    };
    if !usable(&issued) {
        return Ok(None);
    }
    let coupon = Coupon::new(row.kind, row.value).map_err(AppError::unexpected)?;
    Ok(Some(FoundCoupon { code: row.code, coupon, source: CouponSource::Shop }))
}
