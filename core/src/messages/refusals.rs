//! Why the server refuses a call: a code for programs, and words for the customer. A screen shows the words that the server sends
//! (`errors.parse`), so the browser does not load them. The words that the page needs without the server are in
//! [`errors`](super::errors).

use super::{
    errors::{
        ADDRESS_INVALID, EXCHANGE_SIZE_UNAVAILABLE, MFA_CODE_INVALID as WRONG_CODE, MFA_NEEDED, NOT_FOUND,
        PROMO_CODE_NOT_RECOGNIZED, UNEXPECTED, words_of,
    },
    orders::EXTENSION_FAILED,
};

/// `Name = code, words;`, or `Name = code;` if [`errors`](super::errors) has the words. Several refusals may share a code.
macro_rules! refusals {
    ($($(#[$meta:meta])* $name:ident = $code:expr $(, $words:expr)?;)+) => {
        /// A documented way to refuse a call.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Refusal {
            $( $(#[$meta])* $name, )+
        }

        impl Refusal {
            /// All refusals, in the order of this file.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The code, for programs.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $( Self::$name => $code, )+
                }
            }

            /// The words that only the server has for the refusal, if there are any.
            pub(crate) const fn own_words(self) -> &'static [&'static str] {
                match self {
                    $( Self::$name => &[$($words)?], )+
                }
            }
        }
    };
}

refusals! {
    /// It does not exist, or it belongs to somebody else.
    NotFound = NOT_FOUND, "There is nothing here.";
    /// The path exists, but not with this method.
    MethodNotAllowed = "method_not_allowed", "This cannot be done here.";
    /// The body is not JSON.
    NotJson = "request_invalid", "The request is not JSON";
    /// The body is JSON, but not in the form that the call takes.
    BodyMalformed = "request_invalid", "The request is not of the form that this call takes";
    /// The content type of the body is not JSON.
    ContentTypeNotJson = "request_invalid", "The request must be of type application/json";
    /// The body is larger than `policy::limits::LARGEST_BODY_KIB`.
    BodyTooLarge = "too_large", "The request is larger than 64 KiB";
    /// The head or the body of the request did not arrive in time.
    RequestTimeout = "request_timeout", "The request did not arrive in time. Please try again.";
    /// The call took too long.
    CallTimeout = "unavailable", "This is taking too long right now. Please try again.";
    /// The database cannot be used at the moment.
    DatabaseUnavailable = "unavailable", "We can't do this right now. Please try again in a minute.";
    /// Some fields of the form are not valid; the issues say which.
    FormInvalid = "form_invalid", "Some fields need your attention.";
    /// A call that charges has no key, or an invalid one.
    IdempotencyKeyInvalid = "idempotency_key_invalid", "This call needs an Idempotency-Key header of 1 to 255 visible characters";
    /// The key was used for another call.
    IdempotencyKeyReused = "idempotency_key_reused", "The Idempotency-Key was used for another request";

    /// The change needs a code first. A screen recognizes this refusal by its words (spec A, section 8).
    MfaRequired = "mfa_required", MFA_NEEDED;
    /// Another code was sent than the one that was typed.
    MfaCodeInvalid = "mfa_code_invalid", WRONG_CODE;
    /// No code was sent, or it is too old. The words make a screen ask for a code again.
    MfaCodeExpired = "mfa_code_expired", MFA_NEEDED;
    /// The code was tried too often. The words make a screen ask for a code again.
    MfaTriesUsedUp = "mfa_tries_used_up", MFA_NEEDED;
    /// A code was typed, and the session has no change that waits for one.
    MfaNotRequired = "mfa_not_required", "No change is waiting for a code. Please save it again.";
    /// The chosen id is not that of a store or the studio.
    LocationUnknown = "location_unknown", "There is no such store.";
    /// The current order goes to the address.
    AddressInUse = "address_in_use", "Your current order goes to this address. Please change the order first.";
    /// The list of addresses is full.
    TooManyAddresses = "too_many_addresses", "Please delete an address that you no longer use first.";
    /// The customer agreed to an old wording of the sentence.
    ConsentOutdated = "consent_outdated", "The terms beside your card have changed. Please reload the page and read them again.";
    /// The first box is under way, and the card on file is valid.
    CardInUse = "card_in_use", "Your first box is under way with the card on file. Please contact customer support to update it.";

    /// The questionnaire has no question with the answer's `ref`.
    QuestionUnknown = "question_unknown", "There is no such question.";
    /// The photo is larger than `policy::PHOTO_MAX_BYTES`.
    PhotoTooLarge = "too_large", "The photo is larger than 10 MB";
    /// The photo arrived only in part.
    PhotoIncomplete = "request_invalid", "The photo did not arrive whole";
    /// The upload address for the photo has expired.
    UploadExpired = "upload_expired", "This address for the photo is no longer good. Please ask for a new one.";
    /// A photo has already been sent to the upload address.
    UploadUsed = "upload_used", "A photo has already been sent to this address.";
    /// The photo store cannot be reached.
    PhotosUnavailable = "photos_unavailable";

    /// There is an order under way already.
    OrderUnfinished = "order_unfinished", "You already have a box under way. You can order the next one when it is done.";
    /// The order's status does not allow this.
    NotNow = "not_now", "This cannot be done with your box right now. Please try again in a minute.";
    /// The stylist has begun, or the order is called off, so it can no longer be changed.
    OrderNotEditable = "not_now", "This box can no longer be changed.";
    /// The stylist has begun, or the order is called off, so the customer can no longer cancel it.
    OrderNotCancellable = "not_now", "This box can no longer be canceled.";
    /// The rule `subscription.skip_offered` says no.
    SkipNotOffered = "skip_not_offered", "Your next box cannot be skipped right now.";

    /// The decisions contradict the box, its items or each other.
    DecisionsInvalid = "decisions_invalid", "These decisions cannot be saved as they are.";
    /// Two decisions about one item.
    DecidedTwice = "decisions_invalid", "There are two decisions for one item.";
    /// The order's status allows no decisions.
    OrderNotDecidable = "not_decidable", "There is nothing to decide about this box right now.";
    /// The size is not in stock.
    ExchangeSizeUnavailable = EXCHANGE_SIZE_UNAVAILABLE;
    /// The checkout cannot be extended (spec B, section 8).
    CheckoutNotExtendable = "not_extendable", EXTENSION_FAILED;
    /// There is nothing to pay for the order yet.
    OrderNotReadyForCheckout = "not_to_be_checked_out", "This box cannot be checked out right now.";
    /// The box has no address, or the tax at its address is not known.
    TaxUnknown = "tax_unknown",
        "The sales tax where this box goes is not known. Please add a shipping address, or contact customer support.";
    /// The tax service does not answer.
    TaxUnavailable = "tax_unavailable",
        "Sales tax cannot be calculated right now. Nothing was charged, and your choices are saved. Please try again in a few minutes.";
    /// An item has no decision yet.
    ItemsUndecided = "undecided", "Please make a choice for every item before you check out.";
    /// The bank wanted the cardholder to confirm the payment, and they did not.
    ConfirmationNeeded = "confirmation_needed",
        "Your bank wanted you to confirm this payment, and it was not confirmed. Nothing was charged. Please try again, or use \
         another card.";
    /// The bank wanted the payment confirmed, but it was called off before that, because there is another card.
    PaymentCalledOff = "payment_called_off",
        "This payment was canceled before you confirmed it with your bank. Nothing was charged. Please check out again.";
    /// The card's last month is over, so the gateway is not asked.
    CardExpired = "card_expired", "Your card has expired. Nothing was charged. Please use another card.";
    /// There is no card to charge.
    CardMissing = "card_missing", "Please add a payment card before you check out.";
    /// The invoice is no longer open.
    InvoiceNotOpen = "invoice_not_open", "This invoice is being paid, or is already paid.";
    /// There is no such gift card.
    GiftCardNotFound = NOT_FOUND, "We could not find a gift card with this number.";

    /// The signature of the invitation to a review is wrong or too old.
    SignatureInvalid = "signature_invalid", "This review cannot be matched to an order. Please reload the page.";
    /// The order has a review already.
    AlreadyReviewed = "reviewed_already", "You have already reviewed this box. Thank you!";

    /// There is no session, or it has ended.
    NotSignedIn = "not_authorized";
    /// There is a session, but it does not allow this.
    NotAuthorized = "not_authorized";
    /// Too many tries in a window of time.
    TooManyTries = "too_many_requests";
    /// An error in our own code, or in something that it depends on.
    Unexpected = UNEXPECTED;

    /// Another account has this email address.
    EmailTaken = "email_invalid";
    /// There is no such customer, or the password is wrong.
    CredentialsInvalid = "credentials_invalid";
    /// The reset link is unknown, used or too old.
    ResetLinkInvalid = "reset_password_token";
    /// The email address of a sign-up can no longer be corrected without signing in.
    SignupEmailFixed = "signup_email_fixed",
        "The email address can no longer be changed here. You can change it in your account after you sign in.";
    /// The link that proves an email address is unknown, used, withdrawn or too old.
    EmailLinkInvalid = "email_link_invalid",
        "This link no longer works. If you still want the new email address, please change it in your account again.";
    /// The session to end is that of the device that asks.
    CurrentDevice = "current_device", "This is the device that you are using. Please sign out instead.";
    /// The account is being closed, so the customer may not begin this.
    AccountClosing = "account_closing",
        "Your account is being closed. If you want to keep it, please say so in your account first.";
    /// The account was erased, and a restored backup has brought it back until it is erased again.
    AccountErasedBefore = "account_erased_before",
        "This account was closed earlier, and a backup of our data brought it back. It is closed again as soon as everything in it is settled, \
         so it cannot be kept. You can sign up again after that.";
    /// The phone link is unknown, used or too old.
    PhoneLinkInvalid = "phone_link_invalid", "This code no longer works. Please scan the one that the tablet shows now.";
    /// The human check's answer is missing, wrong, too old, or was used before.
    HumanCheckFailed = "human_check_failed";
    /// The address service says that nothing can be delivered there.
    AddressInvalid = ADDRESS_INVALID;

    /// The bank declines the card.
    CardDeclined = "card_declined";
    /// The bank wants the cardholder to confirm the card before it is saved.
    CardToConfirm = "card_to_confirm",
        "Your bank wants you to confirm this card before it is saved. Nothing was charged. Please try again, or use another card.";
    /// The shop accepts credit cards alone, and the gateway says that this is a debit card.
    DebitCard = "debit_card";
    /// The number is well formed, but the gateway knows no such card.
    CardNumberInvalid = "credit_card_number_invalid";
    /// The gateway does not answer.
    GatewayUnavailable = "gateway_unavailable";
    /// A backup was restored, and it is not known yet what was charged and refunded since it was taken.
    PaymentsPaused = "payments_paused",
        "We can't take payments right now. Nothing was charged, and your choices are saved. Please try again in a few minutes.";
    /// A backup was restored, and the gateway has a charge for the box that staff have to match first.
    PaymentToBeMatched = "payment_to_be_matched",
        "We already have a payment for this box, and are matching it. Nothing more was charged, and your choices are saved. If this \
         takes long, please contact customer support.";
    /// The bank declines the payment.
    PaymentDeclined = "payment_declined";
    /// The card was declined too often at the customer's own checkouts: `policy::limits::CHECKOUT_DECLINES_OF_CARD`.
    CardTriedTooOften = "card_tried_too_often",
        "Your card was declined too often. Please use another card, or try this one again later. Nothing was charged.";
    /// The gateway took a different amount than it was asked for, so the amount was refunded.
    PaymentGivenBack = "payment_given_back",
        "The payment service charged a different amount than your total, and it was refunded. There is nothing wrong with your card. Please try again.";
    /// A card other than the one on file has paid, so the payment was refunded.
    PaidWithAnotherCard = "paid_with_another_card",
        "This was paid with a card other than your card on file, so it was refunded. Please try again with your card on file.";
    /// The total differs from the one that the customer saw.
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

    /// The refusal's own words, or those that [`errors`](super::errors) has for the code.
    #[must_use]
    pub fn text(self) -> &'static str {
        let own = self.own_words().first().copied();
        own.or_else(|| words_of(self.code())).unwrap_or(self.code())
    }
}

/// The words of [`Refusal::ExchangeSizeUnavailable`] at a checkout, for one item.
#[must_use]
pub fn sold_out(item: &str, size: &str) -> String {
    format!("{item} in size {size} has just sold out. Please choose another size, or another decision.")
}

/// The words of [`Refusal::CardTriedTooOften`], with the minutes until the card can be tried again.
#[must_use]
pub fn tried_too_often(minutes: u64) -> String {
    // A wait below a minute may come as none.
    let minutes = minutes.max(1);
    let (number, unit) = if minutes > 90 { (minutes.div_ceil(60), "hour") } else { (minutes, "minute") };
    let plural = if number == 1 { "" } else { "s" };
    format!(
        "Your card was declined too often. Please use another card, or try this one again in {number} {unit}{plural}. Nothing was \
         charged."
    )
}

/// The words of [`Refusal::DecisionsInvalid`] for an item that has come back and cannot be kept.
#[must_use]
pub fn not_kept(item: &str) -> String {
    format!("{item} has come back to us: you can return or exchange it, but not keep it.")
}

#[cfg(test)]
mod tests {
    use super::{Refusal, tried_too_often};

    #[test]
    fn a_refusal_is_found_by_its_code_unless_others_share_it() {
        assert_eq!(Refusal::of_code("payment_declined"), Some(Refusal::PaymentDeclined));
        assert_eq!(Refusal::of_code("request_invalid"), None);
        assert_eq!(Refusal::of_code("payment_accepted"), None);
    }

    #[test]
    fn a_card_that_was_tried_too_often_says_when_it_can_be_tried_again() {
        let said = |minutes| tried_too_often(minutes).split_once("again in ").unwrap().1.to_owned();
        assert_eq!(said(0), "1 minute. Nothing was charged.");
        assert_eq!(said(1), "1 minute. Nothing was charged.");
        assert_eq!(said(59), "59 minutes. Nothing was charged.");
        assert_eq!(said(90), "90 minutes. Nothing was charged.");
        assert_eq!(said(91), "2 hours. Nothing was charged.");
        assert_eq!(said(24 * 60), "24 hours. Nothing was charged.");
    }
}
