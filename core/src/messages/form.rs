//! What the forms' checks say.

use crate::{delivery::calendar::Blocked, order::readiness::Missing, policy, values::count::Count};
use std::borrow::Cow;

/// Defines [`Message`]: each message's name, its code, and its words. One that names a number has other words if the number
/// is not known.
macro_rules! messages {
    (
        plain { $( $(#[$meta:meta])* $name:ident = $code:literal, $words:literal; )+ }
        with_number { $(
            $(#[$number_meta:meta])*
            $number_name:ident $( ($number:ident: $type:ty) )? = $number_code:literal, $number_words:literal, $text:expr;
        )+ }
    ) => {
        /// What is wrong with a field: a code for programs and a text for the customer.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Message {
            $( $(#[$meta])* $name, )+
            $( $(#[$number_meta])* $number_name $( ($type) )?, )+
            /// A day on which no box can come.
            DateBlocked(Blocked),
            /// Something without which an order cannot be placed.
            Missing(Missing),
        }

        impl Message {
            /// The code: stable, for programs, `snake_case`.
            #[must_use]
            pub const fn code(&self) -> &'static str {
                match self {
                    $( Self::$name => $code, )+
                    $( Self::$number_name { .. } => $number_code, )+
                    Self::DateBlocked(reason) => reason.as_str(),
                    Self::Missing(missing) => missing.as_str(),
                }
            }

            /// The words for the customer.
            #[must_use]
            pub fn text(&self) -> Cow<'static, str> {
                match self {
                    $( Self::$name => $words.into(), )+
                    $( Self::$number_name $( ($number) )? => $text.into(), )+
                    Self::DateBlocked(reason) => reason.label().into(),
                    Self::Missing(missing) => missing.label().into(),
                }
            }
        }

        /// Code and words of each message; one that names a number has the words without it.
        pub(super) const WORDS: super::Words = &[$( ($code, $words), )+ $( ($number_code, $number_words), )+];
    };
}

messages! {
    plain {
        /// A field that must be filled in is empty.
        Required = "required", "Required";
        /// A link or a line break in a name, an address or a campaign's text.
        LinksOrLineBreaks = "links_or_line_breaks", "Please remove links and line breaks.";
        /// A first name without a letter.
        FirstNameInvalid = "first_name_invalid", "Please enter a valid first name.";
        /// A last name without a letter.
        LastNameInvalid = "last_name_invalid", "Please enter a valid last name.";
        /// No email address.
        EmailMalformed = "email_malformed", "Please enter a valid email address.";
        /// No email address, in the words of sign-in and the forgotten password (spec A, section 5: no full stop).
        EmailMalformedBrief = "email_malformed_brief", "Please enter a valid email address";
        /// The email typed again is another.
        EmailMismatch = "email_mismatch", "Email address does not match.";
        /// No ZIP code.
        ZipInvalid = "zip_invalid", "Please enter a valid zip code. Must be 5 or 9 digits.";
        /// No ZIP code, in the words of the store's sign-up.
        ZipInvalidBrief = "zip_invalid_brief", "Must be 5 or 9 digits.";
        /// More characters than a ZIP code has.
        ZipTooLong = "zip_too_long", "ZIP code must not be more than 9 digits and an optional dash.";
        /// The human check is not passed yet.
        HumanCheckRequired = "human_check_required", "Please confirm that you are human.";
        /// A password without an uppercase letter, a number or a special character.
        PasswordTooSimple =
            "password_too_simple", "Password must contain at least one uppercase letter, one number, and one special character.";
        /// A password that many people have.
        PasswordTooCommon = "password_too_common", "Please choose a less common password.";
        /// The password typed again is another.
        PasswordMismatch = "password_mismatch", "Both password need to be the same";
        /// Not the password that the account has.
        PasswordWrong = "password_wrong", "This is not your current password.";
        /// A code by text message, to an account without a phone.
        NoPhoneOnFile = "no_phone_on_file", "Your account has no cell phone yet. Please choose email.";
        /// A code by text message, if the phone gets none.
        NoTextMessages = "no_text_messages", "We cannot send text messages to your phone. Please choose email.";
        /// No state.
        StateRequired = "state_required", "State is required";
        /// A state that there is not.
        StateInvalid = "state_invalid", "Invalid state";
        /// No phone number.
        PhoneInvalid = "phone_invalid", "Please enter a valid Cell Phone Number";
        /// Not as many digits as a card number has.
        CardNumberMalformed = "card_number_malformed", "Please enter a valid card number";
        /// A card number whose check digit is wrong.
        CardNumberInvalid = "card_number_invalid", "Credit Card number is invalid";
        /// No expiration date.
        ExpirationRequired = "expiration_required", "Expiration date is required";
        /// An expiration date that is not `MM/YY`.
        ExpirationMalformed = "expiration_malformed", "Not a valid expiration date. Example: MM/YY";
        /// A month that there is not.
        ExpirationMonthInvalid = "expiration_month_invalid", "Invalid Expiration Month";
        /// A card that has ended, at sign-up.
        ExpirationPast = "expiration_past", "Invalid expiration date.";
        /// A card that has ended, on the form that changes the card.
        ExpirationHasPast = "expiration_has_past", "Invalid Expiration Date has past";
        /// Not as many digits as a card's security code has.
        CvvMalformed = "cvv_malformed", "Please enter a valid CVV";
        /// A month of birth out of range.
        MonthOutOfRange = "month_out_of_range", "Please enter a month between 01 and 12";
        /// A photo of another kind.
        PhotoTypeInvalid = "photo_type_invalid", "Photos must be JPG or PNG.";
        /// A photo of too many pixels.
        PhotoTooManyPixels = "photo_too_many_pixels", "Photos may have 60 megapixels, and 10,000 pixels a side.";
        /// The address of a photo that the customer has not uploaded.
        PhotoUnknown = "photo_unknown", "Please upload the photo first.";
        /// An answer that is not among the choices.
        ChoiceUnknown = "choice_unknown", "Please choose one of the answers.";
        /// An answer that is not of the question's type.
        AnswerMalformed = "answer_malformed", "Please answer the question as it is asked.";
        /// No day of the calendar.
        DateMalformed = "date_malformed", "Please enter a date.";
    }
    with_number {
        /// Fewer characters than that.
        TooShort(least: usize) = "too_short", "This is too short.", format!("Min. {least} characters.");
        /// More characters than that.
        TooLong(most: usize) = "too_long", "This is too long.", format!("Max. {most} characters.");
        /// A day of birth out of range; the month's last day.
        DayOutOfRange(last: u32) = "day_out_of_range", "Please enter a day of that month",
            format!("Please enter a day between 01 and {last}");
        /// A year of birth out of range; this year.
        YearOutOfRange(this_year: i32) = "year_out_of_range", "Please enter 1900 or a later year",
            format!("Please enter a year between {} and {this_year}", policy::BIRTH_YEAR_MIN);
        /// More photos than may be kept.
        TooManyPhotos = "too_many_photos", "There are too many photos.",
            format!("Up to {} photos.", policy::MAX_PHOTOS);
        /// More colors than may be avoided.
        TooManyColors = "too_many_colors", "There are too many colors.",
            format!("Up to {} colors.", policy::MAX_DISLIKED_COLORS);
        /// A number below the question's least, which it names.
        NumberTooSmall(least: Count) = "number_too_small", "Please enter a larger number.",
            format!("Please enter {} or more.", least.get());
        /// A number above the question's greatest, which it names.
        NumberTooLarge(most: Count) = "number_too_large", "Please enter a smaller number.",
            format!("Please enter {} or less.", most.get());
        /// A number between the question's steps, which it names.
        NumberOffStep(step: Count) = "number_off_step", "Please enter a number that fits the steps.",
            format!("Please enter a number in steps of {}.", step.get());
    }
}
