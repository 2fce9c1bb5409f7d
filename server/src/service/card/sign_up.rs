//! The first order, which saving a first card makes.

use crate::data::ThemeBox;
use crate::platform::error::{AppError, AppResult};
use crate::service::mail;
use crate::service::order::first_order::{self, FirstOrder};
use crate::service::order::kept_wish;
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::card::cards::CardRow;
use crate::store::{CustomerTx, Tx};
use stylebox_core::order::order_form::OrderWish;

/// A card that was saved.
#[derive(Debug)]
pub struct Saved {
    pub(crate) card: CardRow,
    /// The first order, if saving the card made it, now or before.
    pub(crate) order_id: Option<String>,
    /// Why the first order could not be made. The card is saved anyway.
    pub(crate) order_error: Option<AppError>,
}

/// The first order as it is planned once the bank has accepted the card.
pub(super) struct Planned {
    pub(super) first: FirstOrder,
    /// Why it cannot even be planned.
    pub(super) refused: Option<AppError>,
}

/// What the sign-up makes, now that the bank has accepted the card. If a choice has become impossible meanwhile, only the order
/// fails and not the card: the customer chooses again and orders.
pub(super) async fn planned_now(
    state: &AppState,
    tx: &mut Tx,
    customer: &CustomerRow,
    wish: &OrderWish,
    themes: &[ThemeBox],
) -> AppResult<Planned> {
    match first_order::planned(state, tx, customer, wish, themes).await {
        Ok(first) => Ok(Planned { first, refused: None }),
        Err(refused @ (AppError::Form(_) | AppError::Refused { .. })) => {
            Ok(Planned { first: FirstOrder::Impossible, refused: Some(refused) })
        }
        Err(error) => Err(error),
    }
}

/// Makes the planned order with its email, once the card is on file. If something is missing from it, the wish is kept, and
/// [`Saved::order_error`] names what. The caller has to write the customer.
pub(super) async fn order(
    state: &AppState,
    tx: &mut CustomerTx,
    customer: &mut CustomerRow,
    Planned { first, refused: mut order_error }: Planned,
    wish: &OrderWish,
    card: CardRow,
    address_id: Option<String>,
) -> AppResult<Saved> {
    let order_id = match first {
        FirstOrder::Planned(planned) => match first_order::place(state, tx, customer, *planned, address_id).await {
            Ok(order) => {
                mail::order::queue_placed(state, tx, customer, &order).await?;
                Some(order.id)
            }
            Err(missing @ AppError::Form(_)) => {
                order_error = Some(missing);
                None
            }
            Err(error) => return Err(error),
        },
        FirstOrder::Made(order) => Some(order.id),
        FirstOrder::HasOrdered => None,
        FirstOrder::Impossible => {
            first_order::mark_unplanned(state, tx, customer, wish).await?;
            None
        }
    };
    if let Some(refused) = &order_error {
        kept_wish::keep(state, tx, &customer.id, wish, refused).await?;
    }
    Ok(Saved { card, order_id, order_error })
}
