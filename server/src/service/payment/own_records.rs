//! The embedded fraud check, over the store: it uses the shop's own orders.

use crate::platform::clock::{Clock, Timestamp};
use crate::platform::future::BoxFuture;
use crate::platform::keys::Keys;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::fraud::{FraudCheck, Inquiry, NoAnswer, Purchase, Verdict};
use crate::store::account::marks::{self, MarkKind};
use crate::store::payment::fraud;
use crate::store::{Db, Result};
use crate::values::place::Place;
use std::sync::Arc;
use std::time::Duration;
use stylebox_core::policy;

/// A check on the shop's own orders. It doubts an order
///
/// - whose customer, email address, phone or delivery address is that of an order that the shop has stopped before, also of an account
///   that has ended since;
/// - of a customer with [`policy::FRAUD_DECLINED_CARDS`] different cards declined within
///   [`policy::FRAUD_WINDOW_HOURS`], as when somebody tests card numbers;
/// - to an address to which more than [`policy::FRAUD_CUSTOMERS_PER_ADDRESS`] customers ordered within that time.
pub struct OwnRecords {
    db: Db,
    clock: Arc<dyn Clock>,
    keys: Keys,
}

/// How far back the check looks.
const WINDOW: Duration = Duration::from_secs(60 * 60 * policy::FRAUD_WINDOW_HOURS);

impl OwnRecords {
    /// A check on the orders in `db`.
    pub fn new(db: Db, clock: Arc<dyn Clock>, keys: Keys) -> Self {
        Self { db, clock, keys }
    }

    async fn verdict(&self, Purchase { customer_id, email, phone, place }: &Purchase) -> Result<Verdict> {
        let now = self.clock.now();
        let since: Timestamp = now.minus(WINDOW);
        let mut tx = self.db.read().await?;
        if fraud::was_stopped(&mut tx, customer_id, phone.as_deref()).await? {
            return Ok(Verdict::Doubted("an order of this customer or phone was stopped before"));
        }
        let texts_for_marks = [
            Some(fraud::email_text_for_marks(&email.trim().to_lowercase())),
            phone.as_deref().map(fraud::phone_text_for_marks),
            place.as_ref().map(Place::text_for_marks),
        ];
        for text in texts_for_marks.into_iter().flatten() {
            if marks::any(&mut tx, &self.keys, MarkKind::Stopped, &text, now).await? {
                return Ok(Verdict::Doubted(
                    "an order of somebody with this email address, phone or address was stopped before",
                ));
            }
        }
        if fraud::declined_cards(&mut tx, customer_id, since).await? >= policy::FRAUD_DECLINED_CARDS {
            return Ok(Verdict::Doubted("too many different cards of this customer were declined"));
        }
        let Some(place) = place else { return Ok(Verdict::Accept) };
        if fraud::was_stopped_at(&mut tx, place).await? {
            return Ok(Verdict::Doubted("an order to this address was stopped before"));
        }
        let left = marks::accounts(&mut tx, &self.keys, MarkKind::OrderedTo, &place.text_for_marks(), since).await?;
        if fraud::customers_at(&mut tx, place, since).await? + left > policy::FRAUD_CUSTOMERS_PER_ADDRESS {
            return Ok(Verdict::Doubted("too many customers order to this address"));
        }
        Ok(Verdict::Accept)
    }
}

impl FraudCheck for OwnRecords {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn check<'a>(&'a self, inquiry: &'a Inquiry) -> BoxFuture<'a, std::result::Result<Verdict, NoAnswer>> {
        Box::pin(async move {
            self.verdict(&inquiry.purchase).await.map_err(|error| {
                tracing::error!(%error, "the fraud check cannot look into the shop's records");
                NoAnswer
            })
        })
    }
}
