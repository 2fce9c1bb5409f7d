//! Cards: from the page's payment method to a token, and forgetting.

use super::Stripe;
use crate::providers::companies::stripe::client::{SecondKey, is_id, no_answer};
use crate::providers::companies::stripe::objects::{Created, StoredCard, StoredPaymentMethod};
use crate::providers::payment::NoAnswer;
use crate::providers::payment::card::{CardDetails, CardToken, TokenError};
use crate::providers::payment::stripe::settings::UnknownCards;
use stylebox_core::card::entry::CardEntry;
use stylebox_core::values::expiration::Expiration;

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
            token: token(&customer, id),
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
        let made = self.api.post::<Created>("/v1/customers", &fields, &key, SecondKey::Allowed).await;
        made.map(|made| made.object.id).map_err(|fault| no_answer(&fault))
    }

    /// Detaches a card from its customer, which is for ever. One that is not attached can be charged by nobody. What the bank still asks
    /// about it is cancelled first.
    pub(super) async fn detach(&self, token: &str) -> Result<(), NoAnswer> {
        let Some((customer, id)) = parts(token) else { return Ok(()) };
        self.end_setups(customer, Some(id)).await?;
        if self.customer_of(id).await?.is_none() {
            return Ok(());
        }
        let path = format!("/v1/payment_methods/{id}/detach");
        let detached = self.api.post::<Created>(&path, &[], &format!("detach-{id}"), SecondKey::Allowed).await;
        detached.map(drop).map_err(|fault| no_answer(&fault))
    }

    /// The customer that a payment method is attached to.
    pub(super) async fn customer_of(&self, payment_method: &str) -> Result<Option<String>, NoAnswer> {
        let found: Option<StoredPaymentMethod> =
            self.api.find(&format!("/v1/payment_methods/{payment_method}")).await?;
        Ok(found.and_then(|found| found.customer))
    }

    /// Deletes a customer, and with them all their cards, after cancelling what banks still ask about these. Their charges stay in the
    /// books, and can be refunded.
    pub(super) async fn delete_customer(&self, token: &str) -> Result<(), NoAnswer> {
        // If all cards of a customer were given up, the token is the customer's id alone.
        let customer = token.split_once(':').map_or(token, |(customer, _)| customer);
        if !is_id(customer) {
            return Ok(());
        }
        self.end_setups(customer, None).await?;
        self.api.delete(&format!("/v1/customers/{customer}")).await
    }
}

/// The token of a customer's card.
pub(super) fn token(customer: &str, id: &str) -> String {
    format!("{customer}:{id}")
}

/// Customer and payment method of a token; `None` if it is none of Stripe's.
pub(super) fn parts(token: &str) -> Option<(&str, &str)> {
    token.split_once(':').filter(|(customer, id)| is_id(customer) && is_id(id))
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
