//! `ops gift-card` and `ops coupon`: issuing gift cards and coupons.

use crate::ops::table::table;
use crate::platform::error::{StaffError, StaffResult};
use crate::service::checkout::vouchers;
use crate::state::AppState;
use crate::store::checkout::coupons::CouponRow;
use clap::{ArgGroup, Args, Subcommand};
use stylebox_core::checkout::coupon::{Coupon, CouponKind, NewCoupon};
use stylebox_core::values::business_time::Date;
use stylebox_core::values::money::Money;
use stylebox_core::values::reading::code;

/// The commands for gift cards.
#[derive(Debug, Subcommand)]
pub enum GiftCardCommand {
    /// Issue a gift card and print its number, this once, because only a hash of it is stored.
    Issue {
        /// The amount in dollars: 50.00.
        #[arg(value_parser = amount)]
        amount: Money,
    },
}

/// The commands for coupons.
#[derive(Debug, Subcommand)]
pub enum CouponCommand {
    /// Issue a coupon that each customer can use once.
    Issue(NewCouponArgs),
    /// List the coupons, the newest first.
    List,
}

/// A coupon to be issued.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("kind").required(true).args(["off", "percent"])))]
pub struct NewCouponArgs {
    /// Its code: letters, digits and dashes.
    code: String,
    /// What it takes off, in dollars: 10.00.
    #[arg(long, value_name = "DOLLARS", value_parser = amount)]
    off: Option<Money>,
    /// What it takes off, in percent: 15.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100))]
    percent: Option<u32>,
    /// The first day on which it can be used; today by default.
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    from: Option<Date>,
    /// The last day on which it can be used.
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    until: Option<Date>,
    /// How often it can be used, by all customers together.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    uses: Option<u32>,
}

fn amount(text: &str) -> Result<Money, String> {
    let amount: Money = text.parse().map_err(|error: stylebox_core::InputError| error.to_string())?;
    if amount.is_zero() { Err("It must be more than nothing.".to_owned()) } else { Ok(amount) }
}

fn day(text: &str) -> Result<Date, String> {
    text.parse().map_err(|error: stylebox_core::InputError| error.to_string())
}

/// Runs a command for gift cards. Returns its output.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn gift_card(state: &AppState, command: GiftCardCommand) -> Result<String, String> {
    let GiftCardCommand::Issue { amount } = command;
    let number = vouchers::issue(state, amount).await.map_err(|error| error.to_string())?;
    Ok(format!("Gift card {number} holds {}. The number is not kept: note it now.\n", amount.formatted()))
}

/// Runs a command for coupons. Returns its output.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn coupon(state: &AppState, command: CouponCommand) -> Result<String, String> {
    let outcome = match command {
        CouponCommand::Issue(new) => issue(state, new).await,
        CouponCommand::List => list(state).await,
    };
    outcome.map_err(|error| error.to_string())
}

async fn issue(state: &AppState, new: NewCouponArgs) -> StaffResult<String> {
    let NewCouponArgs { code, off, percent, from, until, uses } = new;
    let (kind, value) = match (off, percent) {
        (Some(amount), _) => (CouponKind::AmountOff, amount),
        (None, percent) => (CouponKind::PercentageOff, Money::from_dollars(percent.unwrap_or(0))),
    };
    let coupon = Coupon::new(kind, value).map_err(StaffError::unexpected)?;
    let now = state.clock.now();
    let valid_from = from.unwrap_or_else(|| now.today());
    let new = NewCoupon { code: code::read(&code), coupon, valid_from, valid_until: until, now: Some(now.instant()) };
    let row = vouchers::issue_coupon(state, new, uses).await?;
    Ok(format!("Coupon {} takes {}.\n", row.code, vouchers::in_words(&row)?))
}

async fn list(state: &AppState) -> StaffResult<String> {
    let all = vouchers::coupons(state).await?;
    if all.is_empty() {
        return Ok("There are no coupons.\n".to_owned());
    }
    let mut rows = vec![["CODE", "VALUE", "FROM", "UNTIL", "USED"].map(ToOwned::to_owned)];
    for row in all {
        let value = vouchers::in_words(&row)?;
        let CouponRow { code, valid_from, valid_until, uses, max_uses, .. } = row;
        let uses = uses.get();
        let used = max_uses.map_or_else(|| uses.to_string(), |most| format!("{uses} of {}", most.get()));
        let last_day = valid_until.map_or_else(|| "-".to_owned(), |day| day.to_string());
        rows.push([code, value, valid_from.to_string(), last_day, used]);
    }
    Ok(table(&rows))
}
