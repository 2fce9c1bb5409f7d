//! Attempts to charge or refund a card: stored before the gateway is asked, settled after it has answered.

use crate::platform::clock::Timestamp;
use crate::store::payment::decline_reason::DeclineReason;
use crate::store::table::JsonList;
use crate::store::{CustomerTx, Result, Tx};
use crate::values::confirmation::Confirmation;
use std::time::Duration;
use stylebox_core::order::Actor;
use stylebox_core::payment::styling_fee::FeeAttempt;
use stylebox_core::policy;
use stylebox_core::values::money::Money;
use stylebox_core::word_enum;

/// How long the customer may take to confirm a charge at the bank.
pub const CONFIRMED_WITHIN: Duration = Duration::from_secs(60 * 60 * policy::BANK_CONFIRMATION_HOURS);

word_enum! {
    /// The purpose of an attempt.
    pub enum Purpose {
        /// Charges a styling fee.
        StylingFee = "styling_fee",
        StylingFeeRefund = "styling_fee_refund",
        /// Charges a checkout.
        Checkout = "checkout",
        /// Refunds items of a checkout: the other size is sold out, or they came back after they were bought.
        ExchangeRefund = "exchange_refund",
        /// Refunds a checkout whose box was lost on its way to the customer.
        CheckoutRefund = "checkout_refund",
    }
}

impl Purpose {
    /// A key of our own for an attempt, with an id that no other attempt has.
    #[must_use]
    pub fn key(self, id: &str) -> String {
        format!("{self}-{id}")
    }

    /// The purpose of the attempt with this key; `None` if it is none of ours. The key with which a wrong amount is given back begins like that of
    /// the charge: its purpose is that of the charge, and no refund.
    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::of(key.split_once('-')?.0)
    }

    /// Whether it is a refund and not a charge.
    #[must_use]
    pub const fn is_refund(self) -> bool {
        match self {
            Self::StylingFee | Self::Checkout => false,
            Self::StylingFeeRefund | Self::ExchangeRefund | Self::CheckoutRefund => true,
        }
    }
}

word_enum! {
    /// The status of an attempt.
    pub enum AttemptStatus {
        /// Stored; the gateway was not asked yet.
        Pending = "pending",
        /// Asked, but without a certain answer.
        Unknown = "unknown",
        /// The money moved.
        Succeeded = "succeeded",
        /// The money did not move, and will not.
        Declined = "declined",
    }
}

stored_as_text!(Purpose, AttemptStatus);

impl AttemptStatus {
    /// Whether it is not known yet whether the money moved.
    #[must_use]
    pub const fn is_open(self) -> bool {
        match self {
            Self::Pending | Self::Unknown => true,
            Self::Succeeded | Self::Declined => false,
        }
    }
}

word_enum! {
    /// What an open attempt waits for.
    pub enum OpenStatus {
        /// The service has not asked the gateway yet.
        NotAsked = "not_asked",
        /// The gateway has given no certain answer.
        Unanswered = "unanswered",
        /// The cardholder has to confirm it.
        AtBank = "at_bank",
        /// The money is reserved, and the shop has to look at the order.
        Held = "held",
        /// Another amount or card was charged, and the gateway does not give it back.
        Stuck = "stuck",
    }
}

table! {
    pub struct AttemptRow in "payment_attempts", columns columns, written in CustomerTx {
        pub id: String,
        pub customer_id: String,
        pub order_id: String,
        /// `None` for a styling fee.
        pub invoice_id: Option<String>,
        pub card_id: String,
        pub purpose: Purpose,
        pub actor: Actor,
        /// Cents.
        pub amount: Money,
        pub currency: String,
        /// What the customer reads on the statement. It and the next two are kept, so that the gateway is asked the same each time.
        pub description: String,
        /// The page that the bank leads the cardholder back to.
        pub return_to: String,
        /// Whether the customer is there, and can confirm immediately.
        pub customer_present: bool,
        /// Whether the money is reserved first, and taken once its risk is known.
        pub capture_after_risk: bool,
        pub created_at: Timestamp,
    }
    changing {
        /// The key under which the gateway moves the money once.
        pub gateway_key: String,
        /// The gateway's id of the charge before any money moves; `None` if it was not prepared, or needs no preparation.
        pub opened_as: Option<String>,
        pub status: AttemptStatus,
        pub gateway_charge_id: Option<String>,
        /// The gateway's reason for a decline; while it is open, what prevents settling it.
        pub decline_reason: Option<DeclineReason>,
        /// What the card's network advised with a decline, in the gateway's words.
        pub decline_advice: Option<String>,
        pub asked_at: Option<Timestamp>,
        pub settled_at: Option<Timestamp>,
        pub called_off_at: Option<Timestamp>,
        /// The bank's page for the cardholder, if the charge waits to be confirmed there.
        pub bank_url: Option<String>,
        /// Whether the charge waits for the cardholder to confirm it in our page.
        pub confirm_in_page: bool,
        /// Until when the cardholder may confirm; `None` if the bank did not ask.
        pub confirm_by: Option<Timestamp>,
        /// Until when the bank keeps the money of a held charge reserved; `None` if it was never held.
        pub reserved_until: Option<Timestamp>,
        /// The key of the refund of a wrong amount, once the refund under the first key was refused.
        pub give_back_key: Option<String>,
        /// Whether staff have made a refund in another way, which the gateway had refused.
        pub settled_by_hand: bool,
    }
}

impl AttemptRow {
    /// Whether the gateway knows both by the same keys. One that staff have requested again has another.
    #[must_use]
    pub fn has_keys_of(&self, other: &Self) -> bool {
        self.gateway_key == other.gateway_key && self.give_back_key == other.give_back_key
    }

    /// Whether the outcome is not known yet.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.status.is_open()
    }

    /// Whether the charge waits for the cardholder to confirm it.
    #[must_use]
    pub const fn waits_for_cardholder(&self) -> bool {
        self.is_open() && !self.is_held() && (self.bank_url.is_some() || self.confirm_in_page)
    }

    /// Whether the money is reserved, and waits for the shop to look at the order.
    #[must_use]
    pub const fn is_held(&self) -> bool {
        self.is_open() && self.reserved_until.is_some()
    }

    /// Whether the gateway may have reserved money that it takes only when it is told to.
    #[must_use]
    pub const fn may_be_reserved(&self) -> bool {
        self.is_open() && self.capture_after_risk && self.opened_as.is_some()
    }

    /// How the cardholder confirms the charge; `None` if it does not wait for that.
    #[must_use]
    pub fn confirmation(&self) -> Option<Confirmation> {
        let how = match &self.bank_url {
            Some(url) => Confirmation::BankPage(url.clone()),
            None => Confirmation::InPage,
        };
        self.waits_for_cardholder().then_some(how)
    }

    /// How far the attempt is, in the words of core's `styling_fee.by_new_card`.
    #[must_use]
    pub fn progress(&self) -> FeeAttempt {
        match (self.status, &self.decline_reason) {
            (AttemptStatus::Succeeded, _) => FeeAttempt::Paid,
            (AttemptStatus::Declined, Some(DeclineReason::CalledOff)) => FeeAttempt::CalledOff,
            (AttemptStatus::Declined, _) => FeeAttempt::Declined,
            (AttemptStatus::Pending | AttemptStatus::Unknown, _) if self.waits_for_cardholder() => {
                FeeAttempt::WaitsAtBank
            }
            (AttemptStatus::Pending | AttemptStatus::Unknown, _) => FeeAttempt::Open,
        }
    }

    /// Whether the card was declined: what was called off was not.
    #[must_use]
    pub fn was_declined(&self) -> bool {
        self.progress() == FeeAttempt::Declined
    }

    /// Whether the customer has to do something: the charge was declined, or waits for the cardholder to confirm it.
    #[must_use]
    pub fn needs_customer(&self) -> bool {
        self.was_declined() || self.waits_for_cardholder()
    }

    /// When it ended or, while it is open, began.
    #[must_use]
    pub fn ended_at(&self) -> Timestamp {
        self.settled_at.unwrap_or(self.created_at)
    }

    /// What the attempt waits for; `None` if it is not open.
    #[must_use]
    pub const fn open_status(&self) -> Option<OpenStatus> {
        Some(match self.status {
            AttemptStatus::Succeeded | AttemptStatus::Declined => return None,
            AttemptStatus::Pending | AttemptStatus::Unknown if self.is_stuck() => OpenStatus::Stuck,
            AttemptStatus::Pending | AttemptStatus::Unknown if self.is_held() => OpenStatus::Held,
            AttemptStatus::Pending | AttemptStatus::Unknown if self.waits_for_cardholder() => OpenStatus::AtBank,
            AttemptStatus::Pending => OpenStatus::NotAsked,
            AttemptStatus::Unknown => OpenStatus::Unanswered,
        })
    }

    /// Whether another amount was taken than was asked for, or another card charged, and the gateway has refused to refund it.
    #[must_use]
    pub const fn is_stuck(&self) -> bool {
        self.is_open() && self.decline_reason.is_some()
    }
}

/// The newest charge of a card, whose id is an expression. A refund says nothing of the card.
macro_rules! newest_charge_of {
    ($card_id:literal) => {
        json_list!(
            columns!(),
            concat!(
                "FROM payment_attempts WHERE payment_attempts.id =
                   (SELECT charge.id FROM payment_attempts AS charge WHERE charge.card_id = ",
                $card_id,
                " AND charge.purpose IN ",
                charge_purposes!(),
                " ORDER BY charge.created_at DESC, charge.id DESC LIMIT 1)"
            ),
            ""
        )
    };
}

/// The newest charge of the card on file of the customer `$1`.
pub(in crate::store) const NEWEST_OF_CUSTOMER: JsonList =
    newest_charge_of!("(SELECT cards.id FROM cards WHERE cards.customer_id = $1 AND cards.replaced_at IS NULL)");

const NEWEST_OF_CARD: JsonList = newest_charge_of!("$1");

/// The attempts of the order `$2` for any purpose, the open ones first, then the newest.
pub(in crate::store) const OF_ORDER: JsonList = json_list!(
    columns!(),
    "FROM payment_attempts WHERE payment_attempts.order_id = $2",
    concat!(
        "ORDER BY payment_attempts.status IN ",
        open_statuses!(),
        " DESC, payment_attempts.created_at DESC, payment_attempts.id DESC"
    )
);

pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<AttemptRow>> {
    fetch_optional!(tx, AttemptRow, concat!("SELECT ", columns!(), " FROM payment_attempts WHERE id = $1"), id)
}

/// The attempt that the gateway knows by this key.
pub async fn by_key(tx: &mut Tx, gateway_key: &str) -> Result<Option<AttemptRow>> {
    fetch_optional!(
        tx,
        AttemptRow,
        concat!("SELECT ", columns!(), " FROM payment_attempts WHERE gateway_key = $1"),
        gateway_key
    )
}

/// The attempt that has taken the money of a charge, also if it was given back immediately.
pub async fn by_charge(tx: &mut Tx, charge_id: &str) -> Result<Option<AttemptRow>> {
    fetch_optional!(
        tx,
        AttemptRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM payment_attempts
             WHERE (gateway_charge_id = $1 OR opened_as = $1) AND purpose IN ",
            charge_purposes!(),
            " ORDER BY created_at, id LIMIT 1"
        ),
        charge_id
    )
}

/// The attempts about a charge: the one that has taken its money, and the refunds of it.
pub async fn about_charge(tx: &mut Tx, charge_id: &str) -> Result<Vec<AttemptRow>> {
    fetch_all!(
        tx,
        AttemptRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM payment_attempts WHERE gateway_charge_id = $1 OR opened_as = $1 ORDER BY created_at, id"
        ),
        charge_id
    )
}

/// When the first attempt of all was made.
pub async fn first_made_at(tx: &mut Tx) -> Result<Option<Timestamp>> {
    let first = fetch_optional!(tx, (Timestamp,), "SELECT created_at FROM payment_attempts ORDER BY id LIMIT 1")?;
    Ok(first.map(|(at,)| at))
}

/// Whether a charge or refund with a card of this token has no outcome yet.
pub async fn any_open_with(tx: &mut Tx, token: &str) -> Result<bool> {
    let found = fetch_optional!(
        tx,
        (String,),
        concat!(
            "SELECT payment_attempts.id FROM cards CROSS JOIN payment_attempts
             WHERE cards.gateway_token = $1 AND payment_attempts.card_id = cards.id AND payment_attempts.status IN ",
            open_statuses!(),
            " LIMIT 1"
        ),
        token
    )?;
    Ok(found.is_some())
}

/// Stores the gateway's id of the charge of an attempt. The first answer stays.
pub async fn set_opened(tx: &mut CustomerTx, id: &str, reference: &str) -> Result<()> {
    execute!(tx, "UPDATE payment_attempts SET opened_as = $2 WHERE id = $1 AND opened_as IS NULL", id, reference)?;
    Ok(())
}

/// An order's attempts for one purpose, the newest first: an open one was begun after all others have ended, although its time is earlier
/// if the clock ran back or another server's was ahead.
pub async fn of_order(tx: &mut Tx, order_id: &str, purpose: Purpose) -> Result<Vec<AttemptRow>> {
    fetch_all!(
        tx,
        AttemptRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM payment_attempts WHERE order_id = $1 AND purpose = $2
             ORDER BY status IN ",
            open_statuses!(),
            " DESC, created_at DESC, id DESC"
        ),
        order_id,
        purpose.as_str()
    )
}

/// The newest charge of a card.
pub async fn newest_of_card(tx: &mut Tx, card_id: &str) -> Result<Option<AttemptRow>> {
    Ok(fetch_json_list!(tx, AttemptRow, NEWEST_OF_CARD, card_id)?.into_iter().next())
}

/// The open attempts that the gateway was not asked about since `before`, the oldest first.
pub async fn open_since(tx: &mut Tx, before: Timestamp) -> Result<Vec<AttemptRow>> {
    fetch_all!(
        tx,
        AttemptRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM payment_attempts WHERE status IN ",
            open_statuses!(),
            " AND created_at <= $1
               AND COALESCE(asked_at, created_at) <= $1
             ORDER BY COALESCE(asked_at, created_at), id"
        ),
        before
    )
}

/// Whether money of the customer is on its way, or is to be refunded and the gateway has refused: then staff settle it.
pub async fn any_unsettled(tx: &mut Tx, customer_id: &str) -> Result<bool> {
    let found = fetch_optional!(
        tx,
        (String,),
        concat!(
            "SELECT payment_attempts.id FROM orders CROSS JOIN payment_attempts
             WHERE orders.customer_id = $1 AND payment_attempts.order_id = orders.id
               AND (payment_attempts.status IN ",
            open_statuses!(),
            " OR payment_attempts.status = 'declined' AND purpose IN ",
            refund_purposes!(),
            ") LIMIT 1"
        ),
        customer_id
    )?;
    Ok(found.is_some())
}

/// The refunds stored until `by` that the gateway has refused, the oldest first.
pub async fn refused_refunds(tx: &mut Tx, by: Timestamp) -> Result<Vec<AttemptRow>> {
    fetch_all!(
        tx,
        AttemptRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM payment_attempts WHERE status = 'declined' AND purpose IN ",
            refund_purposes!(),
            " AND created_at <= $1 ORDER BY created_at, id"
        ),
        by
    )
}

#[cfg(test)]
mod tests {
    use super::{AttemptStatus, Purpose};
    use crate::store::payment::decline_reason::DeclineReason;

    /// The words as a list in SQL.
    fn listed<'a>(words: impl Iterator<Item = &'a str>) -> String {
        format!("({})", words.map(|word| format!("'{word}'")).collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn the_lists_in_sql_are_those_of_the_enums() {
        let purposes = |is_refund| Purpose::ALL.iter().filter(move |purpose| purpose.is_refund() == is_refund);
        assert_eq!(charge_purposes!(), listed(purposes(false).map(|purpose| purpose.as_str())));
        assert_eq!(refund_purposes!(), listed(purposes(true).map(|purpose| purpose.as_str())));
        let open = AttemptStatus::ALL.iter().filter(|status| status.is_open());
        assert_eq!(open_statuses!(), listed(open.map(|status| status.as_str())));
        let [declined, called_off] = [AttemptStatus::Declined.as_str(), DeclineReason::CalledOff.as_str()];
        assert_eq!(
            was_declined!(),
            format!(
                "payment_attempts.status = '{declined}' AND COALESCE(payment_attempts.decline_reason, '') <> '{called_off}'"
            )
        );
    }
}
