//! Refunds, by our key.

use super::{Stripe, made};
use crate::providers::companies::stripe::client::{Fault, SecondKey};
use crate::providers::companies::stripe::objects::Refund;
use crate::providers::payment::NoAnswer;
use crate::providers::payment::charge::{RefundOutcome, RefundRequest};

impl Stripe {
    /// Gives money of a charge back. Stripe refuses more than is left of it.
    pub(super) async fn create_refund(&self, request: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
        let mut fields = vec![
            ("payment_intent", request.charge_id.clone()),
            ("amount", request.amount.to_cents().to_string()),
            ("metadata[attempt]", request.key.clone()),
        ];
        fields.extend(made::items_of_refund(&request.items));
        match self.api.post::<Refund>("/v1/refunds", &fields, &request.key, SecondKey::Refused).await {
            Ok(made) => Ok(outcome(made.object)),
            Err(Fault::Refused(error)) => Ok(RefundOutcome::Refused { reason: error.reason() }),
            Err(Fault::NoAnswer | Fault::KeyOfOtherFields) => Err(NoAnswer),
        }
    }

    /// The refund with our key among those of the charge.
    pub(super) async fn find_refund(&self, request: &RefundRequest) -> Result<Option<RefundOutcome>, NoAnswer> {
        let query = [("payment_intent", request.charge_id.clone())];
        let all: Vec<Refund> = self.api.all("/v1/refunds", &query).await?;
        let ours = all.into_iter().find(|refund| refund.is_of(&request.key));
        Ok(ours.map(outcome))
    }
}

/// A refund that is under way counts as made: if it fails later, Stripe says so, and staff see it.
fn outcome(refund: Refund) -> RefundOutcome {
    if refund.has_failed() {
        let reason = refund.failure_reason.or(refund.status).unwrap_or_default();
        return RefundOutcome::Refused { reason };
    }
    RefundOutcome::Refunded { id: refund.id }
}
