//! What the forms' checks say.

use crate::{delivery::calendar::Blocked, order::readiness::Missing, policy, values::count::Count};
use std::borrow::Cow;

/// What is wrong with a field: a code for programs and a text for the customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// A field that must be filled in is empty.
    Required,
    /// Fewer characters than that.
    TooShort(usize),
    /// More characters than that.
    TooLong(usize),
    /// A link or a line break in a name, an address or a campaign's text.
    LinksOrLineBreaks,
    /// A first name without a letter.
    FirstNameInvalid,
    /// A last name without a letter.
    LastNameInvalid,
    /// No e-mail address.
    EmailMalformed,
    /// No e-mail address, in the words of sign-in and the forgotten password (spec A, section 5: no full stop).
    EmailMalformedBrief,
    /// The e-mail typed again is another.
    EmailMismatch,
    /// No ZIP code.
    ZipInvalid,
    /// No ZIP code, in the words of the store's sign-up.
    ZipInvalidBrief,
    /// More characters than a ZIP code has.
    ZipTooLong,
    /// A password without an uppercase letter, a number or a special character.
    PasswordTooSimple,
    /// A password that many people have.
    PasswordTooCommon,
    /// The password typed again is another.
    PasswordMismatch,
    /// Not the password that the account has.
    PasswordWrong,
    /// A code by text message, to an account without a phone.
    NoPhoneOnFile,
    /// No state.
    StateRequired,
    /// A state that there is not.
    StateInvalid,
    /// No phone number.
    PhoneInvalid,
    /// Not as many digits as a card number has.
    CardNumberMalformed,
    /// A card number whose check digit is wrong.
    CardNumberInvalid,
    /// No expiration date.
    ExpirationRequired,
    /// An expiration date that is not `MM/YY`.
    ExpirationMalformed,
    /// A month that there is not.
    ExpirationMonthInvalid,
    /// A card that has ended, at sign-up.
    ExpirationPast,
    /// A card that has ended, where the card is changed.
    ExpirationHasPast,
    /// Not as many digits as a card's security code has.
    CvvMalformed,
    /// A month of birth out of range.
    MonthOutOfRange,
    /// A day of birth out of range; the month's last day.
    DayOutOfRange(u32),
    /// A year of birth out of range; this year.
    YearOutOfRange(i32),
    /// More photos than may be kept.
    TooManyPhotos,
    /// A photo of another kind.
    PhotoTypeInvalid,
    /// A photo of too many pixels.
    PhotoTooManyPixels,
    /// The address of a photo that the customer has not uploaded.
    PhotoUnknown,
    /// More colors than may be avoided.
    TooManyColors,
    /// An answer that is not among the choices.
    ChoiceUnknown,
    /// An answer that is not of the question's type.
    AnswerMalformed,
    /// A number below the question's least, which it names.
    NumberTooSmall(Count),
    /// A number above the question's greatest, which it names.
    NumberTooLarge(Count),
    /// A number between the question's steps, which it names.
    NumberOffStep(Count),
    /// No day of the calendar.
    DateMalformed,
    /// A day on which no box can come.
    DateBlocked(Blocked),
    /// Something without which an order cannot be placed.
    Missing(Missing),
}

impl Message {
    /// One of each, for the table of words; those of a blocked day are the calendar's, and what an
    /// order misses has its own.
    #[cfg(test)]
    pub(crate) fn samples() -> Vec<Self> {
        use Message::*;
        vec![
            Required,
            TooShort(policy::PASSWORD_MIN_LENGTH),
            TooLong(policy::PASSWORD_MAX_LENGTH),
            LinksOrLineBreaks,
            FirstNameInvalid,
            LastNameInvalid,
            EmailMalformed,
            EmailMalformedBrief,
            EmailMismatch,
            ZipInvalid,
            ZipInvalidBrief,
            ZipTooLong,
            PasswordTooSimple,
            PasswordTooCommon,
            PasswordMismatch,
            PasswordWrong,
            NoPhoneOnFile,
            StateRequired,
            StateInvalid,
            PhoneInvalid,
            CardNumberMalformed,
            CardNumberInvalid,
            ExpirationRequired,
            ExpirationMalformed,
            ExpirationMonthInvalid,
            ExpirationPast,
            ExpirationHasPast,
            CvvMalformed,
            MonthOutOfRange,
            DayOutOfRange(31),
            YearOutOfRange(2026),
            TooManyPhotos,
            PhotoTypeInvalid,
            PhotoTooManyPixels,
            PhotoUnknown,
            TooManyColors,
            ChoiceUnknown,
            AnswerMalformed,
            NumberTooSmall(Count::default()),
            NumberTooLarge(Count::default()),
            NumberOffStep(Count::default()),
            DateMalformed,
        ]
    }

    /// The code: stable, for programs, `snake_case`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::TooShort(_) => "too_short",
            Self::TooLong(_) => "too_long",
            Self::LinksOrLineBreaks => "links_or_line_breaks",
            Self::FirstNameInvalid => "first_name_invalid",
            Self::LastNameInvalid => "last_name_invalid",
            Self::EmailMalformed => "email_malformed",
            Self::EmailMalformedBrief => "email_malformed_brief",
            Self::EmailMismatch => "email_mismatch",
            Self::ZipInvalid => "zip_invalid",
            Self::ZipInvalidBrief => "zip_invalid_brief",
            Self::ZipTooLong => "zip_too_long",
            Self::PasswordTooSimple => "password_too_simple",
            Self::PasswordTooCommon => "password_too_common",
            Self::PasswordMismatch => "password_mismatch",
            Self::PasswordWrong => "password_wrong",
            Self::NoPhoneOnFile => "no_phone_on_file",
            Self::StateRequired => "state_required",
            Self::StateInvalid => "state_invalid",
            Self::PhoneInvalid => "phone_invalid",
            Self::CardNumberMalformed => "card_number_malformed",
            Self::CardNumberInvalid => "card_number_invalid",
            Self::ExpirationRequired => "expiration_required",
            Self::ExpirationMalformed => "expiration_malformed",
            Self::ExpirationMonthInvalid => "expiration_month_invalid",
            Self::ExpirationPast => "expiration_past",
            Self::ExpirationHasPast => "expiration_has_past",
            Self::CvvMalformed => "cvv_malformed",
            Self::MonthOutOfRange => "month_out_of_range",
            Self::DayOutOfRange(_) => "day_out_of_range",
            Self::YearOutOfRange(_) => "year_out_of_range",
            Self::TooManyPhotos => "too_many_photos",
            Self::PhotoTypeInvalid => "photo_type_invalid",
            Self::PhotoTooManyPixels => "photo_too_many_pixels",
            Self::PhotoUnknown => "photo_unknown",
            Self::TooManyColors => "too_many_colors",
            Self::ChoiceUnknown => "choice_unknown",
            Self::AnswerMalformed => "answer_malformed",
            Self::NumberTooSmall(_) => "number_too_small",
            Self::NumberTooLarge(_) => "number_too_large",
            Self::NumberOffStep(_) => "number_off_step",
            Self::DateMalformed => "date_malformed",
            Self::DateBlocked(reason) => reason.as_str(),
            Self::Missing(missing) => missing.as_str(),
        }
    }

    /// The words for the customer.
    #[must_use]
    pub fn text(&self) -> Cow<'static, str> {
        match self {
            Self::TooShort(least) => format!("Min. {least} characters.").into(),
            Self::TooLong(most) => format!("Max. {most} characters.").into(),
            Self::DayOutOfRange(last) => format!("Please enter a day between 01 and {last}").into(),
            Self::YearOutOfRange(this_year) => {
                format!("Please enter a year between {} and {this_year}", policy::BIRTH_YEAR_MIN).into()
            }
            Self::TooManyPhotos => format!("Up to {} photos.", policy::MAX_PHOTOS).into(),
            Self::TooManyColors => format!("Up to {} colors.", policy::MAX_DISLIKED_COLORS).into(),
            Self::NumberTooSmall(least) => format!("Please enter {} or more.", least.get()).into(),
            Self::NumberTooLarge(most) => format!("Please enter {} or less.", most.get()).into(),
            Self::NumberOffStep(step) => format!("Please enter a number in steps of {}.", step.get()).into(),
            _ => super::text(self.code()).unwrap_or_default().into(),
        }
    }
}

/// The same by code; where a message names a number, in words that do without it.
pub(crate) const WORDS: super::Words = &[
    ("required", "Required"),
    ("too_short", "This is too short."),
    ("too_long", "This is too long."),
    ("links_or_line_breaks", "Please remove links and line breaks."),
    ("first_name_invalid", "Please enter a valid first name."),
    ("last_name_invalid", "Please enter a valid last name."),
    ("email_malformed", "Please enter a valid email address."),
    ("email_malformed_brief", "Please enter a valid email address"),
    ("email_mismatch", "Email address does not match."),
    ("zip_invalid", "Please enter a valid zip code. Must be 5 or 9 digits."),
    ("zip_invalid_brief", "Must be 5 or 9 digits."),
    ("zip_too_long", "ZIP code must not be more than 9 digits and an optional dash."),
    (
        "password_too_simple",
        "Password must contain at least one uppercase letter, one number, and one special character.",
    ),
    ("password_too_common", "Please choose a less common password."),
    ("password_mismatch", "Both password need to be the same"),
    ("password_wrong", "This is not your current password."),
    ("no_phone_on_file", "Your account has no cell phone yet. Please choose email."),
    ("state_required", "State is required"),
    ("state_invalid", "Invalid state"),
    ("phone_invalid", "Please enter a valid Cell Phone Number"),
    ("card_number_malformed", "Please enter a valid card number"),
    ("card_number_invalid", "Credit Card number is invalid"),
    ("expiration_required", "Expiration date is required"),
    ("expiration_malformed", "Not a valid expiration date. Example: MM/YY"),
    ("expiration_month_invalid", "Invalid Expiration Month"),
    ("expiration_past", "Invalid expiration date."),
    ("expiration_has_past", "Invalid Expiration Date has past"),
    ("cvv_malformed", "Please enter a valid CVV"),
    ("month_out_of_range", "Please enter a month between 01 and 12"),
    ("day_out_of_range", "Please enter a day of that month"),
    ("year_out_of_range", "Please enter a year from 1900 on"),
    ("too_many_photos", "There are too many photos."),
    ("photo_type_invalid", "Photos must be JPG or PNG."),
    ("photo_too_many_pixels", "Photos may have 60 megapixels, and 10,000 pixels a side."),
    ("photo_unknown", "Please upload the photo first."),
    ("too_many_colors", "There are too many colors."),
    ("choice_unknown", "Please choose one of the answers."),
    ("answer_malformed", "Please answer the question as it is asked."),
    ("number_too_small", "Please enter a larger number."),
    ("number_too_large", "Please enter a smaller number."),
    ("number_off_step", "Please enter a number that fits the steps."),
    ("date_malformed", "Please enter a date."),
];

#[cfg(test)]
mod tests {
    use super::{Message, WORDS};
    use crate::messages;

    #[test]
    fn every_message_has_words_and_every_word_a_message() {
        let samples = Message::samples();
        for message in &samples {
            assert!(!message.text().is_empty(), "{}", message.code());
            assert!(messages::text(message.code()).is_some(), "{}", message.code());
        }
        assert_eq!(samples.len(), WORDS.len());
    }
}
