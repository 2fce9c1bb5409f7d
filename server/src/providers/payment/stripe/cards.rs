//! Cards: from the page's payment method to a token, the bank's verdict, and forgetting.

use super::Stripe;
use super::api::{Fault, SecondKey, is_id, no_answer};
use super::objects::{List, Made, SetupIntent, StoredCard, StoredPaymentMethod};
use crate::platform::config::stripe::UnknownCards;
use crate::providers::payment::{CardDetails, CardToken, CardVerdict, ClientSecret, NoAnswer, TokenError};
use stylebox_core::card::Expiration;
use stylebox_core::card::entry::{CardEntry, PaymentMethod};

/// The kind of a refusal that the bank makes.
const CARD_ERROR: &str = "card_error";

/// The brands whose name is not their code with a capital letter.
const BRAND_NAMES: [(&str, &str); 5] = [
    ("amex", "American Express"),
    ("diners", "Diners Club"),
    ("jcb", "JCB"),
    ("unionpay", "UnionPay"),
    ("unknown", "Card"),
];

impl Stripe {
    /// Reads the payment method, and makes the customer at Stripe if there is none. The card is attached once its bank has accepted it.
    pub(super) async fn make_token(&self, details: &CardDetails) -> Result<CardToken, TokenError> {
        let CardEntry::PaymentMethod(payment_method) = &details.card else { return Err(TokenError::InvalidNumber) };
        let id = payment_method.id();
        if !is_id(id) {
            return Err(TokenError::InvalidNumber);
        }
        let found: Option<StoredPaymentMethod> =
            self.api.find(&format!("/v1/payment_methods/{id}")).await.map_err(|NoAnswer| TokenError::NoAnswer)?;
        let Some(StoredPaymentMethod { customer, card: Some(card) }) = found else {
            return Err(TokenError::InvalidNumber);
        };
        // It belongs to somebody else.
        if customer.is_some() && customer != details.gateway_customer {
            return Err(TokenError::InvalidNumber);
        }
        let is_refused = match card.funding.as_str() {
            "credit" => false,
            "debit" | "prepaid" => true,
            _ => self.unknown_cards == UnknownCards::Refuse,
        };
        if is_refused {
            return Err(TokenError::Debit);
        }
        let expiration = expiration(&card).ok_or(TokenError::NoAnswer)?;
        let customer = match &details.gateway_customer {
            Some(known) => known.clone(),
            None => self.make_customer(&details.account).await.map_err(|NoAnswer| TokenError::NoAnswer)?,
        };
        Ok(CardToken {
            token: format!("{customer}:{id}"),
            gateway_customer: Some(customer),
            fingerprint: card.fingerprint,
            brand: brand_name(&card.brand),
            last_four: card.last4,
            expiration,
        })
    }

    /// A customer at Stripe, known to it by the account's id alone.
    async fn make_customer(&self, account: &str) -> Result<String, NoAnswer> {
        let fields = [("metadata[account]", account.to_owned())];
        let key = format!("customer-{account}");
        let made = self.api.post::<Made>("/v1/customers", &fields, &key, SecondKey::Allowed).await;
        made.map(|made| made.object.id).map_err(|fault| no_answer(&fault))
    }

    /// Asks the bank whether the card is good, for charges while the customer is absent. If it is, the card is attached.
    pub(super) async fn set_up(&self, token: &str) -> Result<CardVerdict, NoAnswer> {
        let Some((customer, id)) = parts(token) else { return Ok(CardVerdict::Declined) };
        let fields = [
            ("customer", customer.to_owned()),
            ("payment_method", id.to_owned()),
            ("payment_method_types[]", "card".to_owned()),
            ("usage", "off_session".to_owned()),
            ("confirm", "true".to_owned()),
        ];
        let key = format!("setup-{id}");
        let intent = match self.api.post::<SetupIntent>("/v1/setup_intents", &fields, &key, SecondKey::Allowed).await {
            // The cardholder may have confirmed it since.
            Ok(posted) if posted.is_replayed => self.setup_intent(&posted.object.id).await?,
            Ok(posted) => posted.object,
            Err(Fault::Refused(error)) if error.kind == CARD_ERROR => {
                tracing::info!(code = error.code, decline_code = error.decline_code, "a bank refuses a card");
                return Ok(CardVerdict::Declined);
            }
            // What we have asked wrongly is no verdict on the card.
            Err(fault) => return Err(no_answer(&fault)),
        };
        verdict(&intent, id)
    }

    async fn setup_intent(&self, id: &str) -> Result<SetupIntent, NoAnswer> {
        let path = format!("/v1/setup_intents/{id}");
        self.api.get(&path, &[]).await.map_err(|fault| no_answer(&fault))
    }

    /// The secret of the newest question to the bank about the card, if the cardholder has to confirm it.
    pub(super) async fn secret_of_card(
        &self,
        customer: &str,
        card: &PaymentMethod,
    ) -> Result<Option<ClientSecret>, NoAnswer> {
        let query =
            [("customer", customer.to_owned()), ("payment_method", card.id().to_owned()), ("limit", "1".to_owned())];
        let found: List<SetupIntent> =
            self.api.get("/v1/setup_intents", &query).await.map_err(|fault| no_answer(&fault))?;
        let newest = found.data.into_iter().next().filter(|intent| intent.status == "requires_action");
        Ok(newest.and_then(|intent| intent.client_secret))
    }

    /// Detaches a card from its customer, which is for ever. One that is not attached can be charged by nobody.
    pub(super) async fn detach(&self, token: &str) -> Result<(), NoAnswer> {
        let Some((_, id)) = parts(token) else { return Ok(()) };
        let found: Option<StoredPaymentMethod> = self.api.find(&format!("/v1/payment_methods/{id}")).await?;
        if found.is_none_or(|found| found.customer.is_none()) {
            return Ok(());
        }
        let path = format!("/v1/payment_methods/{id}/detach");
        let detached = self.api.post::<Made>(&path, &[], &format!("detach-{id}"), SecondKey::Allowed).await;
        detached.map(drop).map_err(|fault| no_answer(&fault))
    }

    /// Deletes a customer, and with them all their cards. Their charges stay in the books, and can be refunded.
    pub(super) async fn delete_customer(&self, token: &str) -> Result<(), NoAnswer> {
        // A customer whose cards were all given up is known alone.
        let customer = token.split_once(':').map_or(token, |(customer, _)| customer);
        if is_id(customer) { self.api.delete(&format!("/v1/customers/{customer}")).await } else { Ok(()) }
    }
}

/// Customer and payment method of a token; `None` if it is none of Stripe's.
pub(super) fn parts(token: &str) -> Option<(&str, &str)> {
    token.split_once(':').filter(|(customer, id)| is_id(customer) && is_id(id))
}

/// The verdict on the card `id`. In the browser an intent can be confirmed with another card: that says nothing of this one.
fn verdict(intent: &SetupIntent, id: &str) -> Result<CardVerdict, NoAnswer> {
    match intent.status.as_str() {
        "succeeded" if intent.payment_method.as_deref() == Some(id) => Ok(CardVerdict::Good),
        "succeeded" => Ok(CardVerdict::Declined),
        "requires_action" => Ok(CardVerdict::ToConfirm),
        "requires_payment_method" | "canceled" => Ok(CardVerdict::Declined),
        _ => Err(NoAnswer),
    }
}

fn expiration(card: &StoredCard) -> Option<Expiration> {
    format!("{:02}/{:02}", card.exp_month, card.exp_year % 100).parse().ok()
}

fn brand_name(code: &str) -> String {
    let named = BRAND_NAMES.iter().find(|(known, _)| *known == code).map(|(_, name)| (*name).to_owned());
    named.unwrap_or_else(|| {
        let mut letters = code.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::{brand_name, parts};

    #[test]
    fn a_brand_is_named_as_people_name_it() {
        let names = ["visa", "mastercard", "amex", "unknown"].map(brand_name);
        assert_eq!(names, ["Visa", "Mastercard", "American Express", "Card"]);
    }

    #[test]
    fn only_a_customer_and_a_payment_method_are_a_token() {
        assert_eq!(parts("cus_1:pm_2"), Some(("cus_1", "pm_2")));
        for wrong in ["tok_1", "cus_1:", ":pm_2", "cus_1:pm_2/detach", "cus_1?x:pm_2"] {
            assert_eq!(parts(wrong), None, "{wrong}");
        }
    }
}
