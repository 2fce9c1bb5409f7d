//! Why the server refuses a call: a code for programs, and the words that the customer reads. A screen shows them as they come
//! ([`errors::parse`](crate::screens::errors::parse)), so that the browser does not load them; what a screen words itself stands in
//! [`errors`](super::errors).

use super::{
    errors::{MFA_CODE_INVALID as WRONG_CODE, MFA_NEEDED, NOT_FOUND as NOTHING},
    orders::EXTENSION_FAILED,
};

/// A code and its words.
pub type Reason = (&'static str, &'static str);

macro_rules! reasons {
    ($($(#[$meta:meta])* $name:ident = $code:expr, $words:expr;)+) => {
        $( $(#[$meta])* pub const $name: Reason = ($code, $words); )+

        /// Every one of them.
        pub const ALL: &[Reason] = &[$($name),+];
    };
}

reasons! {
    /// There is nothing of the kind, or it is somebody else's.
    NOT_FOUND = NOTHING, "There is nothing here.";
    /// The address is known, but not with this method.
    METHOD_NOT_ALLOWED = "method_not_allowed", "This cannot be done here.";
    /// A body that is no JSON.
    NOT_JSON = "request_invalid", "The request is not JSON";
    /// A body that is JSON, but not of the call's form.
    NOT_OF_THE_FORM = "request_invalid", "The request is not of the form that this call takes";
    /// A body that is not said to be JSON.
    NOT_SAID_TO_BE_JSON = "request_invalid", "The request must be of type application/json";
    /// A body over the limit, `policy::limits::LARGEST_BODY_KIB`.
    TOO_LARGE = "too_large", "The request is larger than 64 KiB";
    /// A request that did not arrive in time: its head, or its body.
    REQUEST_TOO_SLOW = "request_timeout", "The request did not arrive in time. Please try again.";
    /// It took too long.
    TOO_SLOW = "unavailable", "This takes too long at the moment. Please try again.";
    /// Fields of a form that do not pass; the issues say which.
    FORM_INVALID = "form_invalid", "Some fields need another look.";
    /// No key of a call that charges, or one that cannot be taken.
    KEY_INVALID = "idempotency_key_invalid", "This call needs an Idempotency-Key header of 1 to 255 visible characters";
    /// Another call was made under the key.
    KEY_REUSED = "idempotency_key_reused", "The Idempotency-Key was used for another request";

    /// A change that needs a code first. The words are what a screen knows it by (spec A, section 8).
    MFA_REQUIRED = "mfa_required", MFA_NEEDED;
    /// Not the code that was sent.
    MFA_CODE_INVALID = "mfa_code_invalid", WRONG_CODE;
    /// No code was sent, or it is too old. By its words a screen asks for a code anew.
    MFA_CODE_EXPIRED = "mfa_code_expired", MFA_NEEDED;
    /// The code was tried too often. By its words a screen asks for a code anew.
    MFA_TRIES_USED_UP = "mfa_tries_used_up", MFA_NEEDED;
    /// No change waits for a code.
    MFA_NOT_REQUIRED = "mfa_not_required", "No change is waiting for a code. Please save it again.";
    /// A location that there is not.
    NO_SUCH_LOCATION = "location_unknown", "There is no such store.";
    /// A box under way goes to the address.
    ADDRESS_IN_USE = "address_in_use", "Your current order goes to this address. Please change the order first.";
    /// The list of addresses is full.
    TOO_MANY_ADDRESSES = "too_many_addresses", "Please delete an address that you no longer use first.";
    /// The sentence that was agreed to is not today's.
    CONSENT_OUTDATED =
        "consent_outdated", "The terms beside your card have changed. Please reload the page and read them again.";
    /// The first box is under way, and its card is good.
    CARD_IS_IN_USE =
        "card_in_use", "Your first box is under way with the card on file. Please contact customer support to update it.";

    /// An answer to a question that is not asked.
    NO_SUCH_QUESTION = "question_unknown", "There is no such question.";
    /// A photo over the limit, `policy::PHOTO_MAX_BYTES`.
    PHOTO_TOO_LARGE = "too_large", "The photo is larger than 10 MB";
    /// A photo that broke off.
    PHOTO_NOT_WHOLE = "request_invalid", "The photo did not arrive whole";
    /// The address for a photo was good for a while.
    LINK_EXPIRED = "upload_expired", "This address for the photo is no longer good. Please ask for a new one.";
    /// A photo has been sent to the address before.
    LINK_USED = "upload_used", "A photo has already been sent to this address.";
    /// The photos cannot be reached.
    PHOTOS_UNAVAILABLE =
        "photos_unavailable", "Photos cannot be reached at the moment. Please try again in a while.";

    /// There is an order under way already.
    ORDER_UNFINISHED =
        "order_unfinished", "You have a box under way already. You can order the next one when it is done.";
    /// An order that cannot do this where it stands.
    NOT_NOW = "not_now", "This cannot be done with your box at the moment. Please try again in a minute.";
    /// The stylist has begun with it, or it is called off already.
    NOT_EDITABLE = "not_now", "This box can no longer be changed.";
    /// The same, where the customer would call it off.
    NOT_CANCELLABLE = "not_now", "This box can no longer be cancelled.";
    /// The next box cannot be skipped.
    SKIP_NOT_OFFERED = "skip_not_offered", "Your next box cannot be skipped at the moment.";

    /// Decisions that cannot be taken as they are.
    DECISIONS_INVALID = "decisions_invalid", "These decisions cannot be taken as they are.";
    /// Two decisions about one item.
    DECIDED_TWICE = "decisions_invalid", "There are two decisions about one item.";
    /// Nothing can be decided where the order stands.
    NOT_DECIDABLE = "not_decidable", "There is nothing to decide about this box at the moment.";
    /// The size is not in stock.
    SIZE_UNAVAILABLE = "exchange_size_unavailable", "This size has just sold out. Please choose another one.";
    /// More days cannot be had (spec B, section 8).
    NOT_EXTENDABLE = "not_extendable", EXTENSION_FAILED;
    /// An order that there is nothing to pay for yet.
    NOT_TO_BE_CHECKED_OUT = "not_to_be_checked_out", "This box cannot be checked out at the moment.";
    /// The box goes nowhere, or where it goes the tax is not known.
    TAX_UNKNOWN =
        "tax_unknown",
        "The sales tax where this box goes is not known. Please add a shipping address, or contact customer support.";
    /// An item has no decision yet.
    UNDECIDED = "undecided", "Please decide about every item before you check out.";
    /// The bank would have the cardholder confirm the payment.
    CONFIRMATION_NEEDED =
        "confirmation_needed",
        "Your bank asks you to confirm this payment, which we cannot take. Nothing was charged. Please use another card.";
    /// There is no card to charge.
    NO_CARD = "card_missing", "Please add a payment card before you check out.";
    /// An invoice that is not open any more.
    NOT_OPEN = "invoice_not_open", "This invoice is being paid, or is paid already.";
    /// A gift card that is none.
    GIFT_CARD_NOT_FOUND = NOTHING, "We could not find a gift card with this number.";

    /// The invitation to a review is not ours as it is, or is too old.
    SIGNATURE_INVALID = "signature_invalid", "This review cannot be matched to an order. Please load the page again.";
    /// There is a review of the order.
    REVIEWED_ALREADY = "reviewed_already", "There is a review of this box already. Thank you!";
}

/// [`SIZE_UNAVAILABLE`] at a checkout: of which item.
#[must_use]
pub fn sold_out(item: &str, size: &str) -> String {
    format!("{item} in size {size} has just sold out. Please choose another size, or another decision.")
}

/// [`DECISIONS_INVALID`]: an item that has come back cannot be kept.
#[must_use]
pub fn not_kept(item: &str) -> String {
    format!("{item} has come back to us: it is returned or exchanged, and not kept.")
}

#[cfg(test)]
mod tests {
    use super::{super::errors, ALL};
    use crate::{
        messages,
        screens::errors::{FailedCall, parse, presentation},
        values::count::Count,
        wire::Json,
    };

    #[test]
    fn a_screen_shows_each_reason_in_its_words() {
        for (code, words) in ALL {
            assert!(!words.trim().is_empty(), "{code}");
            let entry = |key: &str, value| Json::Object(vec![(key.to_owned(), value)]);
            let body = entry("errors", entry(code, Json::Text((*words).to_owned())));
            let found = parse(&body);
            assert_eq!((found.len(), found[0].code.as_str(), found[0].message.as_str()), (1, *code, *words));
            let call = FailedCall {
                status: Count::new(422).unwrap(),
                method: "PATCH".into(),
                path: "/account/details".into(),
                body,
            };
            let shown = presentation(&call);
            let asks_for_a_code = [errors::MFA_NEEDED, errors::MFA_CODE_INVALID].contains(words);
            assert_eq!(shown.mfa_required, asks_for_a_code, "{code}");
            assert_eq!(shown.toasts, if asks_for_a_code { vec![] } else { vec![(*words).to_owned()] }, "{code}");
        }
    }

    #[test]
    fn what_a_screen_words_itself_is_not_worded_again() {
        let twice = ALL.iter().filter(|(code, _)| messages::text(code).is_some());
        assert_eq!(twice.count(), 0);
    }
}
