//! Why the server refuses a call, as the customer reads it: a code for programs, and the words. A screen shows them as they
//! come (`errors.parse`), so that the browser does not load them. If a screen words a code
//! itself, its words stand in [`errors`](super::errors).

use super::{
    errors::{
        ADDRESS_INVALID, EXCHANGE_SIZE_UNAVAILABLE, MFA_CODE_INVALID as WRONG_CODE, MFA_NEEDED, NOT_FOUND,
        PROMO_CODE_NOT_RECOGNIZED, UNEXPECTED, words_of,
    },
    orders::EXTENSION_FAILED,
};

/// `Name = code, words;`, or `Name = code;` if a screen words the code too. Several refusals may share a code.
macro_rules! refusals {
    ($($(#[$meta:meta])* $name:ident = $code:expr $(, $words:expr)?;)+) => {
        /// A documented way to refuse a call.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Refusal {
            $( $(#[$meta])* $name, )+
        }

        impl Refusal {
            /// Every refusal.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The code, for programs.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $( Self::$name => $code, )+
                }
            }

            /// The words that only the server has for it, if there are any.
            const fn own_words(self) -> &'static [&'static str] {
                match self {
                    $( Self::$name => &[$($words)?], )+
                }
            }
        }
    };
}

refusals! {
    /// There is nothing of the kind, or it is somebody else's.
    NotFound = NOT_FOUND, "There is nothing here.";
    /// The address is known, but not with this method.
    MethodNotAllowed = "method_not_allowed", "This cannot be done here.";
    /// A body that is no JSON.
    NotJson = "request_invalid", "The request is not JSON";
    /// A body that is JSON, but not of the call's form.
    BodyMalformed = "request_invalid", "The request is not of the form that this call takes";
    /// A body that is not said to be JSON.
    ContentTypeNotJson = "request_invalid", "The request must be of type application/json";
    /// A body over the limit, `policy::limits::LARGEST_BODY_KIB`.
    BodyTooLarge = "too_large", "The request is larger than 64 KiB";
    /// A request that did not arrive in time: its head, or its body.
    RequestTimeout = "request_timeout", "The request did not arrive in time. Please try again.";
    /// It took too long.
    CallTimeout = "unavailable", "This is taking too long right now. Please try again.";
    /// The database cannot be used at the moment.
    DatabaseUnavailable = "unavailable", "We can't do this right now. Please try again in a minute.";
    /// Fields of a form that do not pass; the issues say which.
    FormInvalid = "form_invalid", "Some fields need your attention.";
    /// No key of a call that charges, or one that cannot be taken.
    IdempotencyKeyInvalid = "idempotency_key_invalid", "This call needs an Idempotency-Key header of 1 to 255 visible characters";
    /// Another call was made under the key.
    IdempotencyKeyReused = "idempotency_key_reused", "The Idempotency-Key was used for another request";

    /// A change that needs a code first. The words are what a screen knows it by (spec A, section 8).
    MfaRequired = "mfa_required", MFA_NEEDED;
    /// Not the code that was sent.
    MfaCodeInvalid = "mfa_code_invalid", WRONG_CODE;
    /// No code was sent, or it is too old. By its words a screen asks for a code anew.
    MfaCodeExpired = "mfa_code_expired", MFA_NEEDED;
    /// The code was tried too often. By its words a screen asks for a code anew.
    MfaTriesUsedUp = "mfa_tries_used_up", MFA_NEEDED;
    /// No change waits for a code.
    MfaNotRequired = "mfa_not_required", "No change is waiting for a code. Please save it again.";
    /// A location that there is not.
    LocationUnknown = "location_unknown", "There is no such store.";
    /// A box under way goes to the address.
    AddressInUse = "address_in_use", "Your current order goes to this address. Please change the order first.";
    /// The list of addresses is full.
    TooManyAddresses = "too_many_addresses", "Please delete an address that you no longer use first.";
    /// The sentence that was agreed to is not today's.
    ConsentOutdated = "consent_outdated", "The terms beside your card have changed. Please reload the page and read them again.";
    /// The first box is under way, and its card is good.
    CardInUse = "card_in_use", "Your first box is under way with the card on file. Please contact customer support to update it.";

    /// An answer to a question that is not asked.
    QuestionUnknown = "question_unknown", "There is no such question.";
    /// A photo over the limit, `policy::PHOTO_MAX_BYTES`.
    PhotoTooLarge = "too_large", "The photo is larger than 10 MB";
    /// A photo that broke off.
    PhotoIncomplete = "request_invalid", "The photo did not arrive whole";
    /// The address for a photo was good for a while.
    UploadExpired = "upload_expired", "This address for the photo is no longer good. Please ask for a new one.";
    /// A photo has been sent to the address before.
    UploadUsed = "upload_used", "A photo has already been sent to this address.";
    /// The photos cannot be reached.
    PhotosUnavailable = "photos_unavailable";

    /// There is an order under way already.
    OrderUnfinished = "order_unfinished", "You already have a box under way. You can order the next one when it is done.";
    /// An order that cannot do this where it stands.
    NotNow = "not_now", "This cannot be done with your box right now. Please try again in a minute.";
    /// The stylist has begun with it, or it is called off already.
    OrderNotEditable = "not_now", "This box can no longer be changed.";
    /// The same, where the customer would call it off.
    OrderNotCancellable = "not_now", "This box can no longer be canceled.";
    /// The next box cannot be skipped.
    SkipNotOffered = "skip_not_offered", "Your next box cannot be skipped right now.";

    /// Decisions that cannot be taken as they are.
    DecisionsInvalid = "decisions_invalid", "These decisions cannot be saved as they are.";
    /// Two decisions about one item.
    DecidedTwice = "decisions_invalid", "There are two decisions for one item.";
    /// Nothing can be decided where the order stands.
    OrderNotDecidable = "not_decidable", "There is nothing to decide about this box right now.";
    /// The size is not in stock.
    ExchangeSizeUnavailable = EXCHANGE_SIZE_UNAVAILABLE;
    /// More days cannot be had (spec B, section 8).
    CheckoutNotExtendable = "not_extendable", EXTENSION_FAILED;
    /// An order that there is nothing to pay for yet.
    OrderNotReadyForCheckout = "not_to_be_checked_out", "This box cannot be checked out right now.";
    /// The box goes nowhere, or where it goes the tax is not known.
    TaxUnknown = "tax_unknown",
        "The sales tax where this box goes is not known. Please add a shipping address, or contact customer support.";
    /// The tax service does not answer.
    TaxUnavailable = "tax_unavailable",
        "Sales tax cannot be calculated right now. Nothing was charged, and your choices are saved. Please try again in a few minutes.";
    /// An item has no decision yet.
    ItemsUndecided = "undecided", "Please make a choice for every item before you check out.";
    /// The bank wanted the cardholder to confirm the payment, who did not.
    ConfirmationNeeded = "confirmation_needed",
        "Your bank wanted you to confirm this payment, and it was not confirmed. Nothing was charged. Please try again, or use \
         another card.";
    /// The bank wanted the payment confirmed, but it was called off before: there is another card.
    PaymentCalledOff = "payment_called_off",
        "This payment was canceled before you confirmed it with your bank. Nothing was charged. Please check out again.";
    /// The card that was to pay has ended.
    CardExpired = "card_expired", "Your card has expired. Nothing was charged. Please use another card.";
    /// There is no card to charge.
    CardMissing = "card_missing", "Please add a payment card before you check out.";
    /// An invoice that is not open any more.
    InvoiceNotOpen = "invoice_not_open", "This invoice is being paid, or is already paid.";
    /// A gift card that is none.
    GiftCardNotFound = NOT_FOUND, "We could not find a gift card with this number.";

    /// The invitation to a review is not ours as it is, or is too old.
    SignatureInvalid = "signature_invalid", "This review cannot be matched to an order. Please reload the page.";
    /// There is a review of the order.
    AlreadyReviewed = "reviewed_already", "You have already reviewed this box. Thank you!";

    /// No session, or one that has ended.
    NotSignedIn = "not_authorized";
    /// There is a session, but it does not allow this.
    NotAuthorized = "not_authorized";
    /// Too many tries in a window of time.
    TooManyTries = "too_many_requests";
    /// A mistake of ours, or of what we depend on.
    Unexpected = UNEXPECTED;

    /// Another account has this email address.
    EmailTaken = "email_invalid";
    /// No such customer, or not the password.
    CredentialsInvalid = "credentials_invalid";
    /// A reset link that is unknown, used or too old.
    ResetLinkInvalid = "reset_password_token";
    /// The address of a sign-up can no longer be mended without signing in.
    SignupEmailFixed = "signup_email_fixed",
        "The email address can no longer be changed here. You can change it in your account after you sign in.";
    /// A link to prove an email address that is unknown, used, withdrawn or too old.
    EmailLinkInvalid = "email_link_invalid",
        "This link no longer works. If you still want the new email address, please change it in your account again.";
    /// The device whose session is to be ended is the one that asks.
    CurrentDevice = "current_device", "This is the device that you are using. Please sign out instead.";
    /// What a customer may no longer begin while the account is being closed.
    AccountClosing = "account_closing",
        "Your account is being closed. If you want to keep it, please say so in your account first.";
    /// A phone link that is unknown, used or too old.
    PhoneLinkInvalid = "phone_link_invalid", "This code no longer works. Please scan the one that the tablet shows now.";
    /// The human check's answer is missing, wrong, too old, or was used before.
    HumanCheckFailed = "human_check_failed";
    /// The address provider says that nothing can be delivered there.
    AddressInvalid = ADDRESS_INVALID;

    /// The bank refuses the card.
    CardDeclined = "card_declined";
    /// The bank wants the cardholder to confirm the card before it is saved.
    CardToConfirm = "card_to_confirm",
        "Your bank wants you to confirm this card before it is saved. Nothing was charged. Please try again, or use another card.";
    /// It is a debit card.
    DebitCard = "debit_card";
    /// The number is of the right form, and the gateway knows no such card.
    CardNumberInvalid = "credit_card_number_invalid";
    /// The gateway does not answer.
    GatewayUnavailable = "gateway_unavailable";
    /// The bank refuses.
    PaymentDeclined = "payment_declined";
    /// The card was declined too often at the customer's own checkouts: `policy::limits::CHECKOUT_DECLINES_OF_CARD`.
    CardTriedTooOften = "card_tried_too_often",
        "Your card was declined too often. Please use another card, or try this one again later. Nothing was charged.";
    /// The gateway took another amount than it was asked for, so it was given back.
    PaymentGivenBack = "payment_given_back",
        "The payment service charged a different amount than your total, and it was refunded. There is nothing wrong with your card. Please try again.";
    /// Another card has paid than the one on file, so it was given back.
    PaidWithAnotherCard = "paid_with_another_card",
        "This was paid with a card other than your card on file, so it was refunded. Please try again with your card on file.";
    /// The total is not the one that the customer saw.
    InvoiceChanged = "invoice_changed";
    /// There is no such coupon, or this customer cannot use it.
    PromoCodeNotRecognized = PROMO_CODE_NOT_RECOGNIZED;
    /// The code that came with the card can no longer be used, and no other counts in its place.
    SignupCodeEnded = "signup_code_ended", "Your code can no longer be used.";
}

impl Refusal {
    /// The refusal with this code; `None` if there is none, or if several share the code.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        let mut found = Self::ALL.iter().copied().filter(|refusal| refusal.code() == code);
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// The words: its own, or those that a screen has for the code.
    #[must_use]
    pub fn text(self) -> &'static str {
        let own = self.own_words().first().copied();
        own.or_else(|| words_of(self.code())).unwrap_or(self.code())
    }
}

/// [`Refusal::ExchangeSizeUnavailable`] at a checkout, for one item.
#[must_use]
pub fn sold_out(item: &str, size: &str) -> String {
    format!("{item} in size {size} has just sold out. Please choose another size, or another decision.")
}

/// [`Refusal::CardTriedTooOften`]: in how many minutes the card can be tried again.
#[must_use]
pub fn tried_too_often(minutes: u64) -> String {
    let (number, unit) = if minutes > 90 { (minutes.div_ceil(60), "hour") } else { (minutes, "minute") };
    let plural = if number == 1 { "" } else { "s" };
    format!(
        "Your card was declined too often. Please use another card, or try this one again in {number} {unit}{plural}. Nothing was \
         charged."
    )
}

/// [`Refusal::DecisionsInvalid`]: an item that has come back cannot be kept.
#[must_use]
pub fn not_kept(item: &str) -> String {
    format!("{item} has come back to us: you can return or exchange it, but not keep it.")
}

#[cfg(test)]
mod tests {
    use super::{super::errors, Refusal, tried_too_often};
    use crate::{
        screens::errors::{FailedCall, parse, presentation},
        screens::messages,
        values::count::Count,
        wire::Json,
    };

    #[test]
    fn a_screen_shows_each_refusal_in_its_words() {
        for refusal in Refusal::ALL {
            let (code, words) = (refusal.code(), refusal.text());
            assert!(!words.trim().is_empty() && words != code, "{code}");
            if refusal.own_words().is_empty() {
                continue;
            }
            let entry = |key: &str, value| Json::Object(vec![(key.to_owned(), value)]);
            let body = entry("errors", entry(code, Json::Text(words.to_owned())));
            let found = parse(&body);
            assert_eq!((found.len(), found[0].code.as_str(), found[0].message.as_str()), (1, code, words));
            let call = FailedCall {
                status: Count::new(422).unwrap(),
                method: "PATCH".into(),
                path: "/account/details".into(),
                body,
            };
            let shown = presentation(&call);
            let asks_for_a_code = [errors::MFA_NEEDED, errors::MFA_CODE_INVALID].contains(&words);
            assert_eq!(shown.mfa_required, asks_for_a_code, "{code}");
            assert_eq!(shown.toasts, if asks_for_a_code { vec![] } else { vec![words.to_owned()] }, "{code}");
        }
    }

    #[test]
    fn a_refusal_is_found_by_its_code_unless_others_share_it() {
        assert_eq!(Refusal::of_code("payment_declined"), Some(Refusal::PaymentDeclined));
        assert_eq!(Refusal::of_code("request_invalid"), None);
        assert_eq!(Refusal::of_code("payment_accepted"), None);
    }

    #[test]
    fn a_card_that_was_tried_too_often_says_when_it_can_be_tried_again() {
        let said = |minutes| tried_too_often(minutes).split_once("again in ").unwrap().1.to_owned();
        assert_eq!(said(1), "1 minute. Nothing was charged.");
        assert_eq!(said(59), "59 minutes. Nothing was charged.");
        assert_eq!(said(90), "90 minutes. Nothing was charged.");
        assert_eq!(said(91), "2 hours. Nothing was charged.");
        assert_eq!(said(24 * 60), "24 hours. Nothing was charged.");
    }

    #[test]
    fn a_code_that_a_screen_words_is_not_worded_again() {
        let twice = Refusal::ALL.iter().filter(|refusal| !refusal.own_words().is_empty());
        assert_eq!(twice.filter(|refusal| messages::text(refusal.code()).is_some()).count(), 0);
    }
}
