//! Disputes, and refunds that failed after they were made.

use super::Stripe;
use crate::platform::clock::Timestamp;
use crate::providers::companies::stripe::client::is_id;
use crate::providers::companies::stripe::objects::{Dispute, Refund};
use crate::providers::payment::NoAnswer;
use crate::providers::payment::notice::{Notice, Notices};
use crate::values::hint::{NoticeKind, NoticeRef};
use std::time::Duration;
use stylebox_core::values::money::Money;

/// How far back disputes are listed: a cardholder can dispute a charge for about 120 days, and the answer takes time.
const DISPUTES_SINCE: Duration = Duration::from_secs(200 * 24 * 60 * 60);
/// How far back refunds are listed: one that fails does so within about 30 days.
const REFUNDS_SINCE: Duration = Duration::from_secs(45 * 24 * 60 * 60);

impl Stripe {
    pub(super) async fn read_notice(&self, about: &NoticeRef) -> Result<Option<Notice>, NoAnswer> {
        let id = &about.reference;
        if !is_id(id) {
            return Ok(None);
        }
        match about.kind {
            NoticeKind::Dispute => {
                let dispute: Option<Dispute> = self.api.find(&format!("/v1/disputes/{id}")).await?;
                Ok(dispute.and_then(of_dispute))
            }
            NoticeKind::FailedRefund => {
                let refund: Option<Refund> = self.api.find(&format!("/v1/refunds/{id}")).await?;
                Ok(refund.and_then(of_refund))
            }
        }
    }

    pub(super) async fn list_notices(&self) -> Notices {
        let now = self.clock.real_now();
        let since = |ago| [("created[gte]", now.minus(ago).seconds().to_string())];
        let mut notices = Notices::default();
        let (disputes, are_all) = self.api.what_is_read::<Dispute>("/v1/disputes", &since(DISPUTES_SINCE)).await;
        notices.found.extend(disputes.into_iter().filter_map(of_dispute));
        notices.unread.extend((!are_all).then_some("disputes"));
        let (refunds, are_all) = self.api.what_is_read::<Refund>("/v1/refunds", &since(REFUNDS_SINCE)).await;
        notices.found.extend(refunds.into_iter().filter_map(of_refund));
        notices.unread.extend((!are_all).then_some("refunds"));
        notices
    }
}

/// A dispute as staff see it; `None` if it is about no charge of ours.
fn of_dispute(dispute: Dispute) -> Option<Notice> {
    let due_by = dispute.evidence_details.and_then(|details| details.due_by);
    Some(Notice {
        about: NoticeRef { kind: NoticeKind::Dispute, reference: dispute.id },
        charge_id: dispute.payment_intent?,
        amount: Money::from_cents(dispute.amount)?,
        currency: dispute.currency.to_uppercase(),
        is_over: matches!(dispute.status.as_str(), "won" | "lost" | "warning_closed" | "prevented"),
        is_closed: matches!(dispute.status.as_str(), "won" | "warning_closed" | "prevented"),
        answer_by: due_by.map(|seconds| Timestamp(seconds.saturating_mul(1_000_000))),
        status: dispute.status,
        reason: dispute.reason,
    })
}

/// A refund that failed, as staff see it; `None` if it did not fail.
fn of_refund(refund: Refund) -> Option<Notice> {
    let has_failed = refund.has_failed();
    let charge_id = refund.payment_intent.filter(|_| has_failed)?;
    Some(Notice {
        about: NoticeRef { kind: NoticeKind::FailedRefund, reference: refund.id },
        charge_id,
        amount: Money::from_cents(refund.amount)?,
        currency: refund.currency.to_uppercase(),
        is_over: true,
        is_closed: false,
        answer_by: None,
        status: refund.status.unwrap_or_default(),
        reason: refund.failure_reason.unwrap_or_default(),
    })
}
