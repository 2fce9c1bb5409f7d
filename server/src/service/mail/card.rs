//! How messages name the card that is charged.

use crate::platform::error::AppResult;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::customers::CustomerRow;
use crate::store::card::cards::{self, CardRow};
use crate::store::card::declined_cards;
use stylebox_core::card::{CardNotCharged, CardToCharge, name_of, not_charged};
use stylebox_core::values::business_time::Date;

/// The card that is charged: `Visa ending in 4242`, or just `card` if there is none on file any more.
#[must_use]
pub fn charged_card(card: Option<&CardRow>) -> String {
    card.map_or_else(|| "card".to_owned(), |card| name_of(&card.brand, &card.last_four))
}

/// The card that a message about a future charge names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChargedCard {
    /// Its name, or just `card` if there is none on file, or it is not the one on file that is charged.
    pub(crate) name: String,
    /// A sentence that asks for another card, with a blank before it; empty if the one on file is charged.
    pub(crate) other_needed: String,
}

impl ChargedCard {
    /// The card to which a charge of a customer is made that the service starts on a day or later, by core's `card.not_charged`.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn of(state: &AppState, tx: &mut Tx, customer: &CustomerRow, on: Date) -> AppResult<Self> {
        let card = cards::current(tx, &customer.id).await?;
        let why = match &card {
            Some(card) => why_not_charged(state, tx, card, on).await?.map(|not_charged| not_charged.words),
            None => None,
        };
        let name = charged_card(card.as_ref());
        Ok(match why {
            None => Self { name, other_needed: String::new() },
            Some(why) => Self {
                name: charged_card(None),
                other_needed: format!(" Your {name} {why}: please add another card in your account."),
            },
        })
    }
}

/// Why a charge that the service starts on a day is not made to a card.
///
/// # Errors
/// If the database fails.
pub async fn why_not_charged(
    state: &AppState,
    tx: &mut Tx,
    card: &CardRow,
    on: Date,
) -> AppResult<Option<CardNotCharged>> {
    let card = CardToCharge {
        expiration: Some(card.expiration),
        declined_for_good: Some(declined_cards::is_declined(tx, card).await?),
        on,
        now: state.clock.now().instant(),
    };
    Ok(not_charged(&card))
}
