//! The wish for a first order that came with the card when the order could not be made yet. It is kept, so that the order is the
//! same when it is made again, also on another device.

use crate::platform::error::{AppError, AppResult};
use crate::service::checkout::coupons::{self, FoundCoupon, Holder};
use crate::state::AppState;
use crate::store::order::first_order_wishes::{self, FirstOrderWishRow};
use crate::store::style::style_profiles;
use crate::store::{CustomerTx, Tx};
use serde_json::{Map, Value};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::order_form::{OrderWish, Text};
use stylebox_core::policy::{DAY_QUESTION, THEME_QUESTION};
use stylebox_core::values::fields::{Filled, optional};

/// Keeps the wish that came with a card that was saved while the order failed. Day and theme are kept as answers, which the customer may
/// change. What is not given this time stays as it was given before, and a coupon that was refused is not kept.
pub async fn keep(
    state: &AppState,
    tx: &mut CustomerTx,
    customer_id: &str,
    wish: &OrderWish,
    refused: &AppError,
) -> AppResult<()> {
    let mut choices = Map::new();
    if let Some(day) = wish.ship_by_date {
        choices.insert(DAY_QUESTION.to_owned(), day.to_string().into());
    }
    if let Text::New(theme) = &wish.themebox {
        choices.insert(THEME_QUESTION.to_owned(), theme.as_str().into());
    }
    if let Some(profile) = style_profiles::of_customer(tx, customer_id).await?
        && !choices.is_empty()
    {
        style_profiles::write(tx, &profile.id, &choices, state.clock.now()).await?;
    }
    let before = first_order_wishes::of_customer(tx, customer_id).await?.unwrap_or_default();
    let answers = style_profiles::answers_of_customer(tx, customer_id).await?;
    let themebox = answers.get(THEME_QUESTION).and_then(Value::as_str).map(ToOwned::to_owned);
    let described = before.themebox_description.filter(|_| before.themebox == themebox);
    let is_refused =
        matches!(refused, AppError::Refused { refusal, .. } if *refusal == Refusal::PromoCodeNotRecognized);
    let kept = FirstOrderWishRow {
        coupon: match &wish.coupon {
            _ if is_refused => None,
            Text::AsItIs => before.coupon,
            Text::None => Some(String::new()),
            Text::New(code) => Some(code.to_string()),
        },
        blog_interest: wish.blog_interest.clone().or(before.blog_interest),
        themebox_description: wish.themebox_description.clone().or(described),
        themebox,
    };
    Ok(first_order_wishes::put(tx, customer_id, &kept).await?)
}

/// Forgets the theme of a customer who gives up the theme box: otherwise the first order would be one of that theme.
pub async fn forget_theme(state: &AppState, tx: &mut CustomerTx, customer_id: &str) -> AppResult<()> {
    if let Some(profile) = style_profiles::of_customer(tx, customer_id).await? {
        let taken_back = Map::from_iter([(THEME_QUESTION.to_owned(), Value::Null)]);
        style_profiles::write(tx, &profile.id, &taken_back, state.clock.now()).await?;
    }
    if let Some(kept) = first_order_wishes::of_customer(tx, customer_id).await? {
        let without = FirstOrderWishRow { themebox: None, themebox_description: None, ..kept };
        first_order_wishes::put(tx, customer_id, &without).await?;
    }
    Ok(())
}

/// The code that came with the card, if it can be used no more and `wish` names no other.
pub async fn ended_code(
    wish: &OrderWish,
    state: &AppState,
    tx: &mut Tx,
    customer_id: &str,
) -> AppResult<Option<String>> {
    if wish.coupon != Text::AsItIs {
        return Ok(None);
    }
    let Some(kept) = first_order_wishes::of_customer(tx, customer_id).await? else { return Ok(None) };
    Ok(match kept_coupon(state, tx, customer_id, &kept).await? {
        KeptCoupon::Ended(code) => Some(code),
        KeptCoupon::Default | KeptCoupon::Removed | KeptCoupon::Found(..) => None,
    })
}

/// Completes a wish by the kept one. A coupon that cannot be used any more is left out: [`ended_code`] says which.
pub async fn added_to(wish: OrderWish, state: &AppState, tx: &mut Tx, customer_id: &str) -> AppResult<OrderWish> {
    let Some(kept) = first_order_wishes::of_customer(tx, customer_id).await? else { return Ok(wish) };
    let mut wish = wish;
    if wish.coupon == Text::AsItIs {
        wish.coupon = match kept_coupon(state, tx, customer_id, &kept).await? {
            KeptCoupon::Default | KeptCoupon::Ended(_) => Text::AsItIs,
            KeptCoupon::Removed => Text::None,
            KeptCoupon::Found(code, _) => Text::New(code),
        };
    }
    let text = |wished: Text, kept: Option<&String>| match kept.and_then(|kept| optional(kept)) {
        Some(kept) if wished == Text::AsItIs => Text::New(kept),
        _ => wished,
    };
    let is_of_theme = matches!(&wish.themebox, Text::New(theme) if Some(theme.as_str()) == kept.themebox.as_deref());
    let described = kept.themebox_description.as_ref().filter(|_| is_of_theme);
    wish.blog_interest = text(wish.blog_interest, kept.blog_interest.as_ref());
    wish.themebox_description = text(wish.themebox_description, described);
    Ok(wish)
}

/// The coupon of a next box if no code is typed.
#[derive(Debug)]
pub struct CouponOfNextBox {
    /// The kept one, otherwise the default one.
    pub(crate) found: Option<FoundCoupon>,
    /// The kept code, if it can be used no more.
    pub(crate) ended: Option<String>,
}

pub async fn coupon_of_next_box(state: &AppState, tx: &mut Tx, customer_id: &str) -> AppResult<CouponOfNextBox> {
    let kept = first_order_wishes::of_customer(tx, customer_id).await?.unwrap_or_default();
    let (found, ended) = match kept_coupon(state, tx, customer_id, &kept).await? {
        KeptCoupon::Removed => (None, None),
        KeptCoupon::Found(_, found) => (Some(found), None),
        KeptCoupon::Default => (coupons::find_default(state, tx, Holder::from(customer_id), false).await?, None),
        KeptCoupon::Ended(code) => {
            (coupons::find_default(state, tx, Holder::from(customer_id), false).await?, Some(code))
        }
    };
    Ok(CouponOfNextBox { found, ended })
}

/// The coupon of the kept wish.
enum KeptCoupon {
    /// None is kept: the box has the default one.
    Default,
    /// This code can be used no more: the box has the default one in its place.
    Ended(String),
    /// The customer removed it.
    Removed,
    /// This code.
    Found(Filled, FoundCoupon),
}

async fn kept_coupon(
    state: &AppState,
    tx: &mut Tx,
    customer_id: &str,
    kept: &FirstOrderWishRow,
) -> AppResult<KeptCoupon> {
    let Some(code) = kept.coupon.as_deref().map(optional) else { return Ok(KeptCoupon::Default) };
    let Some(code) = code else { return Ok(KeptCoupon::Removed) };
    let found = coupons::find(state, tx, Holder::from(customer_id), code.as_str()).await?;
    Ok(match found {
        Some(found) => KeptCoupon::Found(code, found),
        None => KeptCoupon::Ended(code.to_string()),
    })
}
