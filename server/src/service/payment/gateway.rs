//! Asking the gateway about an attempt. Nothing is written here: [`carry_out`](crate::service::payment::carry_out) settles the
//! answer.

use crate::platform::clock::Timestamp;
use crate::platform::error::AppResult;
use crate::platform::future::BoxFuture;
use crate::providers::payment::NoAnswer;
use crate::providers::payment::charge::{
    About, Authorization, Bought, Capture, Charge, ChargeOutcome, ChargeRequest, ClientSecret, Opening, RefundOutcome,
    RefundRequest,
};
use crate::service::payment::restored_money;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::checkout::invoices;
use crate::store::payment::payment_attempts::AttemptRow;
use crate::store::returns::exchanges;
use crate::values::confirmation::Confirmation;
use std::time::Duration;

/// The gateway's flag.
pub(crate) const PARTY: &str = "payment";

/// Gateway timeout.
const TIMEOUT: Duration = Duration::from_secs(20);
/// How long the job leaves an attempt alone that a call may be working on. A call can take longer, with several questions one
/// after the other: then two ask at the same time, which is safe, because under one key the gateway moves money once.
pub(crate) const LEFT_ALONE: Duration = Duration::from_secs(25);

/// What the gateway said about an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GatewayVerdict {
    /// The money moved as it was asked for. Holds the gateway's id.
    Done(String),
    /// The money did not move, and will not.
    Declined {
        /// The gateway's reason code.
        reason: String,
        /// What the card's network advises, if anything.
        advice: Option<String>,
    },
    /// The card has expired: the money did not move, and will not.
    CardExpired,
    /// The cardholder has to confirm first.
    ToConfirm(Confirmation),
    /// The money is reserved as it was asked for, and not taken yet.
    Authorized(Authorization),
    /// The cardholder did not confirm: the money did not move, and will not.
    NotConfirmed,
    /// Another amount or currency was reserved, or it was reserved on another card, and is not any more.
    Released { by_another_card: bool },
    /// Another amount or currency was charged, or another card, and all of it was refunded.
    GivenBack(Charge),
    /// The gateway gave no certain answer.
    Unknown,
    /// Another amount or currency was charged, or another card, and it is not refunded: staff have to act. Holds the message for them.
    Stuck(String),
}

/// Prepares the charge of an attempt, if the gateway needs that. The caller stores what it answers.
pub async fn open(state: &AppState, attempt: &AttemptRow, token: String) -> AppResult<Result<Opening, NoAnswer>> {
    let mut request = Question { state, attempt, token }.charge_request();
    if let Some(invoice_id) = attempt.invoice_id.as_ref().filter(|_| restored_money::is_outside(state)) {
        request.about.bought = bought(&mut state.db.read().await?, invoice_id).await?;
    }
    Ok(in_time(state, state.providers.payment.open(&request)).await)
}

/// What a checkout buys whose invoice is frozen.
async fn bought(tx: &mut Tx, invoice_id: &str) -> AppResult<Option<Bought>> {
    let Some(invoice) = invoices::by_id(tx, invoice_id).await? else { return Ok(None) };
    let lines = invoices::frozen_lines(tx, invoice_id).await?.into_iter();
    let kept = lines.filter(|line| line.claimed_kept == Some(true)).map(|line| (line.line_item_id, line.exchange_size));
    Ok(Some(Bought { kept: kept.collect(), to_another_address: invoice.exchange_address.is_some() }))
}

/// Asks the gateway to charge the card of `token`, or to refund, for an open attempt. If the charge may not begin, because its card
/// has expired, only what the gateway knows of it counts. The gateway keeps what a charge or refund is for: after a restored backup nobody else
/// knows.
///
/// # Errors
/// If the database fails.
pub async fn ask(state: &AppState, attempt: &AttemptRow, token: String, may_begin: bool) -> AppResult<GatewayVerdict> {
    let asked = Question { state, attempt, token };
    if !attempt.purpose.is_refund() {
        return Ok(asked.charge(may_begin).await);
    }
    let mut request = asked.refund_request();
    if restored_money::is_outside(state) {
        let items = exchanges::items_of_refund(&mut state.db.read().await?, &attempt.id).await?;
        request.items = items.into_iter().collect();
    }
    Ok(asked.refund(&request).await)
}

/// Takes the money of a charge that is authorized.
pub async fn capture(state: &AppState, attempt: &AttemptRow, token: String) -> GatewayVerdict {
    let asked = Question { state, attempt, token };
    let outcome = in_time(state, state.providers.payment.capture(&asked.charge_request())).await;
    match asked.verdict(outcome).await {
        GatewayVerdict::Authorized(_) => GatewayVerdict::Unknown,
        verdict => verdict,
    }
}

/// Calls off a charge that waits for the cardholder or is authorized, unless the money was taken before.
pub async fn call_off(state: &AppState, attempt: &AttemptRow, token: String) -> GatewayVerdict {
    Question { state, attempt, token }.called_off().await
}

/// Looks up the outcome of an open attempt. No money moves. A wrong amount is taken to have been refunded by hand.
pub async fn find(state: &AppState, attempt: &AttemptRow, token: String) -> GatewayVerdict {
    let asked = Question { state, attempt, token };
    if attempt.purpose.is_refund() { asked.found_refund().await } else { asked.found().await }
}

/// The secret by which the page lets the customer confirm a charge; `None` if there is nothing to confirm any more.
pub async fn secret(state: &AppState, attempt: &AttemptRow, token: String) -> Result<Option<ClientSecret>, NoAnswer> {
    let request = Question { state, attempt, token }.charge_request();
    in_time(state, state.providers.payment.charge_secret(&request)).await
}

/// Whether the gateway may have moved the money already, because it was asked before, perhaps by a server that was killed.
/// Then the outcome is looked up first, because gateways forget keys after a while.
fn may_have_been_asked(attempt: &AttemptRow, now: Timestamp) -> bool {
    attempt.asked_at.is_some() || now.since(attempt.created_at) >= LEFT_ALONE
}

/// A question to the gateway about an attempt.
struct Question<'a> {
    state: &'a AppState,
    attempt: &'a AttemptRow,
    token: String,
}

impl Question<'_> {
    async fn charge(&self, may_begin: bool) -> GatewayVerdict {
        let gateway = &self.state.providers.payment;
        let request = self.charge_request();
        let may_be_known = may_have_been_asked(self.attempt, self.state.clock.now())
            || (!may_begin && self.attempt.opened_as.is_some());
        let known = if may_be_known { in_time(self.state, gateway.look_up(&request)).await } else { Ok(None) };
        let outcome = match known {
            Ok(Some(outcome)) => Ok(outcome),
            Ok(None) if may_begin => in_time(self.state, gateway.charge(&request)).await,
            Ok(None) => self.not_begun(&request).await,
            Err(NoAnswer) => Err(NoAnswer),
        };
        self.verdict(outcome).await
    }

    /// The outcome of a charge that the gateway does not know, and that may not begin. What was prepared is called off first: another
    /// server may be carrying it out.
    async fn not_begun(&self, request: &ChargeRequest) -> Result<ChargeOutcome, NoAnswer> {
        if request.opened_as.is_none() {
            return Ok(ChargeOutcome::CardExpired);
        }
        let called_off = in_time(self.state, self.state.providers.payment.call_off(request)).await?;
        Ok(match called_off {
            Some(ChargeOutcome::Declined { .. } | ChargeOutcome::NotConfirmed) | None => ChargeOutcome::CardExpired,
            Some(outcome) => outcome,
        })
    }

    async fn verdict(&self, outcome: Result<ChargeOutcome, NoAnswer>) -> GatewayVerdict {
        match outcome {
            Ok(ChargeOutcome::Captured(charge)) => self.captured(charge).await,
            Ok(ChargeOutcome::Authorized(reserved)) => self.authorized(reserved).await,
            Ok(ChargeOutcome::Declined { reason, advice }) => GatewayVerdict::Declined { reason, advice },
            Ok(ChargeOutcome::CardExpired) => GatewayVerdict::CardExpired,
            Ok(ChargeOutcome::NotConfirmed) => GatewayVerdict::NotConfirmed,
            Ok(ChargeOutcome::ActionRequired(how)) => GatewayVerdict::ToConfirm(how),
            Ok(ChargeOutcome::Pending) | Err(NoAnswer) => GatewayVerdict::Unknown,
        }
    }

    /// Only the amount that was asked for is taken, and from the card on file alone. Any other is released, and the attempt has failed.
    async fn authorized(&self, reserved: Authorization) -> GatewayVerdict {
        let Authorization { amount, currency, by_another_card, .. } = &reserved;
        let asked = self.attempt.amount;
        if reserved.matches_request(asked, &self.attempt.currency) {
            return GatewayVerdict::Authorized(reserved);
        }
        tracing::error!(
            attempt = self.attempt.id, %asked, reserved = %amount, %currency, by_another_card,
            "the gateway reserved another amount, or on another card"
        );
        match self.called_off().await {
            GatewayVerdict::Declined { .. } => GatewayVerdict::Released { by_another_card: *by_another_card },
            verdict => verdict,
        }
    }

    async fn called_off(&self) -> GatewayVerdict {
        match in_time(self.state, self.state.providers.payment.call_off(&self.charge_request())).await {
            Ok(Some(ChargeOutcome::Declined { reason, advice })) => GatewayVerdict::Declined { reason, advice },
            Ok(Some(ChargeOutcome::CardExpired)) => GatewayVerdict::CardExpired,
            Ok(Some(ChargeOutcome::NotConfirmed)) => GatewayVerdict::NotConfirmed,
            Ok(Some(ChargeOutcome::Captured(charge))) => self.captured(charge).await,
            Ok(
                Some(ChargeOutcome::ActionRequired(_) | ChargeOutcome::Authorized(_) | ChargeOutcome::Pending) | None,
            )
            | Err(NoAnswer) => GatewayVerdict::Unknown,
        }
    }

    /// Looks up the outcome of a charge, without charging. A wrong amount was refunded by hand.
    async fn found(&self) -> GatewayVerdict {
        match in_time(self.state, self.state.providers.payment.look_up(&self.charge_request())).await {
            Ok(Some(ChargeOutcome::Captured(charge))) if self.matches_request(&charge) => {
                GatewayVerdict::Done(charge.id)
            }
            Ok(Some(ChargeOutcome::Captured(charge))) => GatewayVerdict::GivenBack(charge),
            Ok(Some(ChargeOutcome::Declined { reason, advice })) => GatewayVerdict::Declined { reason, advice },
            Ok(Some(ChargeOutcome::CardExpired)) => GatewayVerdict::CardExpired,
            Ok(Some(ChargeOutcome::NotConfirmed)) => GatewayVerdict::NotConfirmed,
            Ok(Some(ChargeOutcome::ActionRequired(how))) => GatewayVerdict::ToConfirm(how),
            // Reserved money is taken or released when the attempt is carried out, not when it is looked up.
            Ok(Some(ChargeOutcome::Authorized(_) | ChargeOutcome::Pending) | None) | Err(NoAnswer) => {
                GatewayVerdict::Unknown
            }
        }
    }

    fn matches_request(&self, charge: &Charge) -> bool {
        charge.matches_request(self.attempt.amount, &self.attempt.currency)
    }

    /// The request, which is the same each time: a gateway refuses a key that comes with other parameters.
    fn charge_request(&self) -> ChargeRequest {
        let attempt = self.attempt.clone();
        ChargeRequest {
            key: attempt.gateway_key,
            token: self.token.clone(),
            amount: attempt.amount,
            currency: attempt.currency,
            description: attempt.description,
            return_to: attempt.return_to,
            customer_present: attempt.customer_present,
            capture: if attempt.capture_after_risk { Capture::AfterRisk } else { Capture::AtOnce },
            begun_at: attempt.created_at,
            opened_as: attempt.opened_as,
            about: About { order_id: attempt.order_id, actor: attempt.actor, bought: None },
        }
    }

    /// Only the amount that was asked for counts as paid, and by the card on file alone. Any other is refunded as a whole, and the
    /// attempt has failed.
    async fn captured(&self, charge: Charge) -> GatewayVerdict {
        if self.matches_request(&charge) {
            return GatewayVerdict::Done(charge.id);
        }
        let Charge { id, amount, currency, by_another_card } = charge.clone();
        let asked = self.attempt.amount;
        tracing::error!(
            attempt = self.attempt.id, %asked, taken = %amount, %currency, by_another_card,
            "the gateway took another amount, or from another card"
        );
        let first_key = || format!("{}-refund", self.attempt.gateway_key);
        let key = self.attempt.give_back_key.clone().unwrap_or_else(first_key);
        let request = RefundRequest { key, charge_id: id, amount, items: Vec::new() };
        match self.give_back(&request).await {
            Ok(RefundOutcome::Refunded { .. }) => GatewayVerdict::GivenBack(charge),
            Ok(RefundOutcome::Refused { reason }) => {
                let from = if by_another_card { " from another card" } else { "" };
                GatewayVerdict::Stuck(format!(
                    "the gateway took {amount} {currency}{from} in place of {asked}, and refuses to give it back: {reason}"
                ))
            }
            Err(NoAnswer) => GatewayVerdict::Unknown,
        }
    }

    fn refund_request(&self) -> RefundRequest {
        RefundRequest {
            key: self.attempt.gateway_key.clone(),
            charge_id: self.attempt.gateway_charge_id.clone().unwrap_or_default(),
            amount: self.attempt.amount,
            items: Vec::new(),
        }
    }

    async fn refund(&self, request: &RefundRequest) -> GatewayVerdict {
        self.refund_verdict(self.give_back(request).await.map(Some))
    }

    /// Looks up the outcome of a refund, without refunding.
    async fn found_refund(&self) -> GatewayVerdict {
        self.refund_verdict(
            in_time(self.state, self.state.providers.payment.look_up_refund(&self.refund_request())).await,
        )
    }

    fn refund_verdict(&self, outcome: Result<Option<RefundOutcome>, NoAnswer>) -> GatewayVerdict {
        match outcome {
            Ok(Some(RefundOutcome::Refunded { .. })) => {
                GatewayVerdict::Done(self.attempt.gateway_charge_id.clone().unwrap_or_default())
            }
            Ok(Some(RefundOutcome::Refused { reason })) => GatewayVerdict::Declined { reason, advice: None },
            Ok(None) | Err(NoAnswer) => GatewayVerdict::Unknown,
        }
    }

    /// Asks for a refund, unless it may have been asked for already and was made or refused.
    async fn give_back(&self, request: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
        let gateway = &self.state.providers.payment;
        if may_have_been_asked(self.attempt, self.state.clock.now())
            && let Some(known) = in_time(self.state, gateway.look_up_refund(request)).await?
        {
            return Ok(known);
        }
        in_time(self.state, gateway.refund(request)).await
    }
}

/// The gateway's answer, if it comes in time.
pub(crate) async fn in_time<T>(state: &AppState, answer: BoxFuture<'_, Result<T, NoAnswer>>) -> Result<T, NoAnswer> {
    let answer = tokio::time::timeout(TIMEOUT, answer).await.unwrap_or(Err(NoAnswer));
    state.breakers().note(PARTY, answer.is_ok());
    answer
}
