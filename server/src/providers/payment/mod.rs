//! The payment gateway: what Stylebox asks of any.
//!
//! A card number passes through here for one call and is never kept. Only [`PaymentGateway::charge`] takes money, under a key
//! of ours: the same key charges once, however often it is asked. No answer is [`NoAnswer`], never a failure: the charge or
//! refund is then looked up by its key. A charge that the cardholder has to confirm waits for that at the bank's page; if it is
//! not confirmed in time, it is called off, so that nothing is charged later without their knowing.

pub mod card;
pub mod charge;
pub mod choice;
pub mod made;
pub mod movement;
pub mod notice;
pub mod stripe;

use crate::platform::clock::Timestamp;
use crate::platform::future::BoxFuture;
use crate::providers::common::browser_needs::BrowserNeeds;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::reach::{self, Reach};
use crate::providers::common::webhook::Webhook;
use crate::providers::payment::card::{CardDetails, CardFields, CardToken, CardVerdict, OtherCardTried, TokenError};
use crate::providers::payment::charge::{
    ChargeOutcome, ChargeRequest, ClientSecret, Opening, RefundOutcome, RefundRequest,
};
use crate::providers::payment::made::{MadeCharge, MadePage, MadeRefund};
use crate::providers::payment::movement::MovementPage;
use crate::providers::payment::notice::{Notice, Notices};
use crate::values::hint::NoticeRef;
use stylebox_core::card::entry::{CardEntryKind, PaymentMethod};

pub trait PaymentGateway: Send + Sync {
    /// How it forgets a person whose account has ended.
    fn forgetting(&self) -> Forgetting;

    /// How it takes cards.
    fn card_entry(&self) -> CardEntryKind;

    /// What its own fields for a card need in the page; `None` if cards are typed into ours.
    fn card_fields(&self) -> Option<CardFields> {
        None
    }

    /// What its script needs in the browser.
    fn browser_needs(&self) -> BrowserNeeds {
        BrowserNeeds::default()
    }

    /// Makes a token of a card that came as this gateway takes it. No bank is asked, and nothing is charged: it refuses only what
    /// the gateway sees by itself. A payment method may come again until its bank has accepted it, and then has the same token.
    fn tokenize<'a>(&'a self, card: &'a CardDetails) -> BoxFuture<'a, Result<CardToken, TokenError>>;

    /// Asks the bank whether the card of a token is good. Nothing is charged, and it can be asked again.
    fn verify<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<CardVerdict, NoAnswer>>;

    /// The secret by which the page lets the cardholder confirm a card, if [`Self::verify`] said so; `None` if there is nothing to
    /// confirm any more.
    fn card_secret<'a>(
        &'a self,
        _gateway_customer: &'a str,
        _card: &'a PaymentMethod,
    ) -> BoxFuture<'a, Result<Option<ClientSecret>, NoAnswer>> {
        Box::pin(async { Ok(None) })
    }

    /// Looks at the confirmation of a card after a notice of the gateway, by the gateway's id of it. Its secret is ended if it
    /// could only serve to try out cards: the card was refused, or another one was tried. Returns that other one.
    fn look_at_confirmation<'a>(
        &'a self,
        _reference: &'a str,
    ) -> BoxFuture<'a, Result<Option<OtherCardTried>, NoAnswer>> {
        Box::pin(async { Ok(None) })
    }

    /// Prepares a charge, if the gateway has charges of two steps: no money moves, and the same key prepares one charge. What it
    /// answers is stored before [`Self::charge`] is asked.
    fn open<'a>(&'a self, _request: &'a ChargeRequest) -> BoxFuture<'a, Result<Opening, NoAnswer>> {
        Box::pin(async { Ok(Opening::Unneeded) })
    }

    /// Charges a card, once for each key.
    fn charge<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<ChargeOutcome, NoAnswer>>;

    /// Takes the money of a charge that is authorized ([`ChargeOutcome::Authorized`]), once, and never more than was asked for. Returns
    /// what became of the charge. A gateway that authorizes nothing is never asked.
    fn capture<'a>(&'a self, _request: &'a ChargeRequest) -> BoxFuture<'a, Result<ChargeOutcome, NoAnswer>> {
        Box::pin(async { Err(NoAnswer) })
    }

    /// The outcome of a charge; `None` if the gateway was not asked for it.
    fn look_up<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<Option<ChargeOutcome>, NoAnswer>>;

    /// Calls off a charge that waits for the cardholder or is authorized, so that it can take no money any more. Returns its outcome:
    /// declined, or captured if that was quicker; `None` if the gateway was not asked for it.
    fn call_off<'a>(&'a self, request: &'a ChargeRequest) -> BoxFuture<'a, Result<Option<ChargeOutcome>, NoAnswer>>;

    /// The secret by which the page lets the cardholder confirm a charge; `None` if there is nothing to confirm any more. Such a charge is
    /// [`InPage`](crate::values::confirmation::Confirmation::InPage).
    fn charge_secret<'a>(
        &'a self,
        _request: &'a ChargeRequest,
    ) -> BoxFuture<'a, Result<Option<ClientSecret>, NoAnswer>> {
        Box::pin(async { Ok(None) })
    }

    /// Gives money of a charge back, once for each key.
    fn refund<'a>(&'a self, request: &'a RefundRequest) -> BoxFuture<'a, Result<RefundOutcome, NoAnswer>>;

    /// The outcome of a refund; `None` if the gateway was not asked for it.
    fn look_up_refund<'a>(
        &'a self,
        request: &'a RefundRequest,
    ) -> BoxFuture<'a, Result<Option<RefundOutcome>, NoAnswer>>;

    /// Forgets the card of a token: it was never put on file, or another one took its place. It cannot be charged any more; other cards
    /// of the customer can. A secret by which it was to be confirmed is ended. Charges stay in its books, and can still be refunded. It
    /// can be asked again, also about a token that it does not know.
    fn forget_card<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<(), NoAnswer>>;

    /// Forgets the card of a token, and the customer whom the gateway knows by it: their account has ended. No card of theirs can be
    /// charged any more. Charges stay in its books, and can still be refunded. It can be asked again, also about a token that it does
    /// not know.
    fn forget<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<(), NoAnswer>>;

    /// A notice about money that moved before; `None` if there is none, or it is about no charge.
    fn notice<'a>(&'a self, _about: &'a NoticeRef) -> BoxFuture<'a, Result<Option<Notice>, NoAnswer>> {
        Box::pin(async { Ok(None) })
    }

    /// The notices of the last months.
    fn notices(&self) -> BoxFuture<'_, Notices> {
        Box::pin(async { Notices::default() })
    }

    /// A page of its own list of what moved since a time, after the movement `after`; `None` if it has no such list.
    fn movements<'a>(
        &'a self,
        _since: Timestamp,
        _after: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Option<MovementPage>, NoAnswer>> {
        Box::pin(async { Ok(None) })
    }

    /// A page of the charges that it was asked for under keys of ours since a time, after the charge `after`; `None` if it has no such
    /// list.
    fn charges_made<'a>(
        &'a self,
        _since: Timestamp,
        _after: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Option<MadePage<MadeCharge>>, NoAnswer>> {
        Box::pin(async { Ok(None) })
    }

    /// A page of all refunds that were made since a time, after the refund `after`; `None` if it has no such list.
    fn refunds_made<'a>(
        &'a self,
        _since: Timestamp,
        _after: Option<&'a str>,
    ) -> BoxFuture<'a, Result<Option<MadePage<MadeRefund>>, NoAnswer>> {
        Box::pin(async { Ok(None) })
    }

    /// The calls by which it tells us that something has changed; `None` if it makes none.
    fn webhook(&self) -> Option<&dyn Webhook> {
        None
    }

    /// Asks it something harmless, to see whether it can be worked with.
    fn reach(&self) -> BoxFuture<'_, Reach> {
        reach::embedded()
    }
}

/// The gateway did not answer in time. What happened is unknown, and asked about later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the payment gateway does not answer")]
pub struct NoAnswer;
