//! The messages of the forms' checks.

use super::Words;
use crate::{
    policy,
    values::{count::Count, message::Message},
};

/// The messages of the forms, each with a name, a code and words. A message that names a number has other words if the number is unknown.
macro_rules! messages {
    (
        plain { $( $(#[$meta:meta])* $name:ident = $code:literal, $words:literal; )+ }
        with_number { $(
            $(#[$number_meta:meta])*
            $number_name:ident($number:ident: $type:ty) = $number_code:literal, $number_words:literal, $template:literal, $value:expr;
        )+ }
        with_constant { $(
            $(#[$constant_meta:meta])*
            $constant_name:ident = $constant_code:literal, $constant_words:literal, $constant_template:literal, $constant:expr;
        )+ }
    ) => {
        impl Message {
            $( $(#[$meta])* pub const $name: Self = Self::new($code, $words); )+
            $( $(#[$constant_meta])* pub const $constant_name: Self = Self::with_number($constant_code, $constant_template, $constant as u64); )+
            $(
                $(#[$number_meta])*
                #[must_use]
                pub const fn $number_name($number: $type) -> Self {
                    Self::with_number($number_code, $template, $value)
                }
            )+
        }

        /// Code and words of each message; a message that names a number has its words without the number.
        pub(crate) const WORDS: Words =
            &[$( ($code, $words), )+ $( ($number_code, $number_words), )+ $( ($constant_code, $constant_words), )+];
    };
}

messages! {
    plain {
        /// A field that must be filled in is empty.
        REQUIRED = "required", "Required";
        /// A link or a line break in a name, an address or a campaign's text.
        LINKS_OR_LINE_BREAKS = "links_or_line_breaks", "Please remove links and line breaks.";
        /// A first name without a letter.
        FIRST_NAME_INVALID = "first_name_invalid", "Please enter a valid first name.";
        /// A last name without a letter.
        LAST_NAME_INVALID = "last_name_invalid", "Please enter a valid last name.";
        /// Text that cannot be an email address.
        EMAIL_MALFORMED = "email_malformed", "Please enter a valid email address.";
        /// A malformed email address, in the words of sign-in and the forgotten password (spec A, section 5: no full stop).
        EMAIL_MALFORMED_BRIEF = "email_malformed_brief", "Please enter a valid email address";
        /// The two email addresses differ.
        EMAIL_MISMATCH = "email_mismatch", "Email address does not match.";
        /// A malformed ZIP code.
        ZIP_INVALID = "zip_invalid", "Please enter a valid zip code. Must be 5 or 9 digits.";
        /// A malformed ZIP code, in the words of the store's sign-up.
        ZIP_INVALID_BRIEF = "zip_invalid_brief", "Must be 5 or 9 digits.";
        /// More characters than a ZIP code has.
        ZIP_TOO_LONG = "zip_too_long", "ZIP code must not be more than 9 digits and an optional dash.";
        /// The human check is not passed yet.
        HUMAN_CHECK_REQUIRED = "human_check_required", "Please confirm that you are human.";
        /// A password without an uppercase letter, a number or a special character.
        PASSWORD_TOO_SIMPLE =
            "password_too_simple", "Password must contain at least one uppercase letter, one number, and one special character.";
        /// A password that many people use.
        PASSWORD_TOO_COMMON = "password_too_common", "Please choose a less common password.";
        /// The two passwords differ.
        PASSWORD_MISMATCH = "password_mismatch", "Both password need to be the same";
        /// The password typed as the current one is not the account's.
        PASSWORD_WRONG = "password_wrong", "This is not your current password.";
        /// A code by text message was requested for an account without a phone.
        NO_PHONE_ON_FILE = "no_phone_on_file", "Your account has no cell phone yet. Please choose email.";
        /// A code by text message was requested for a phone that gets none.
        NO_TEXT_MESSAGES = "no_text_messages", "We cannot send text messages to your phone. Please choose email.";
        /// A frequency that the shop does not offer, or no longer offers.
        FREQUENCY_NOT_OFFERED = "frequency_not_offered", "This is not on offer. Please choose again how often boxes come.";
        /// No state.
        STATE_REQUIRED = "state_required", "State is required";
        /// An unknown state.
        STATE_INVALID = "state_invalid", "Invalid state";
        /// No phone number.
        PHONE_INVALID = "phone_invalid", "Please enter a valid Cell Phone Number";
        /// A card number with too few or too many digits.
        CARD_NUMBER_MALFORMED = "card_number_malformed", "Please enter a valid card number";
        /// A card number whose check digit is wrong.
        CARD_NUMBER_INVALID = "card_number_invalid", "Credit Card number is invalid";
        /// No expiration date.
        EXPIRATION_REQUIRED = "expiration_required", "Expiration date is required";
        /// An expiration date that is not `MM/YY`.
        EXPIRATION_MALFORMED = "expiration_malformed", "Not a valid expiration date. Example: MM/YY";
        /// A month that does not exist.
        EXPIRATION_MONTH_INVALID = "expiration_month_invalid", "Invalid Expiration Month";
        /// An expired card at sign-up.
        EXPIRATION_PAST = "expiration_past", "Invalid expiration date.";
        /// An expired card on the form that changes the card.
        EXPIRATION_HAS_PAST = "expiration_has_past", "Invalid Expiration Date has past";
        /// A security code with too few or too many digits.
        CVV_MALFORMED = "cvv_malformed", "Please enter a valid CVV";
        /// A month of birth out of range.
        MONTH_OUT_OF_RANGE = "month_out_of_range", "Please enter a month between 01 and 12";
        /// A photo that is neither JPG nor PNG.
        PHOTO_TYPE_INVALID = "photo_type_invalid", "Photos must be JPG or PNG.";
        /// A photo with more pixels than the service opens.
        PHOTO_TOO_MANY_PIXELS = "photo_too_many_pixels", "Photos may have 60 megapixels, and 10,000 pixels a side.";
        /// The address of a photo that the customer has not uploaded.
        PHOTO_UNKNOWN = "photo_unknown", "Please upload the photo first.";
        /// An answer that is not among the choices.
        CHOICE_UNKNOWN = "choice_unknown", "Please choose one of the answers.";
        /// An answer that is not of the question's type.
        ANSWER_MALFORMED = "answer_malformed", "Please answer the question as it is asked.";
        /// A malformed date, or one that does not exist.
        DATE_MALFORMED = "date_malformed", "Please enter a date.";
    }
    with_number {
        /// Fewer than `least` characters.
        too_short(least: usize) = "too_short", "This is too short.", "Min. {} characters.", least as u64;
        /// More than `most` characters.
        too_long(most: usize) = "too_long", "This is too long.", "Max. {} characters.", most as u64;
        /// A day of birth out of range; `last` is the month's last day.
        day_out_of_range(last: u32) = "day_out_of_range", "Please enter a day of that month", "Please enter a day between 01 and {}", last as u64;
        /// A year of birth out of range.
        year_out_of_range(this_year: i32) =
            "year_out_of_range", "Please enter 1900 or a later year", "Please enter a year between 1900 and {}", this_year.unsigned_abs() as u64;
        /// A number below the question's least.
        number_too_small(least: Count) = "number_too_small", "Please enter a larger number.", "Please enter {} or more.", least.get();
        /// A number above the question's greatest.
        number_too_large(most: Count) = "number_too_large", "Please enter a smaller number.", "Please enter {} or less.", most.get();
        /// A number between the question's steps.
        number_off_step(step: Count) =
            "number_off_step", "Please enter a number that fits the steps.", "Please enter a number in steps of {}.", step.get();
    }
    with_constant {
        /// More photos than may be kept.
        TOO_MANY_PHOTOS = "too_many_photos", "There are too many photos.", "Up to {} photos.", policy::MAX_PHOTOS;
        /// More colors than may be avoided.
        TOO_MANY_COLORS = "too_many_colors", "There are too many colors.", "Up to {} colors.", policy::MAX_DISLIKED_COLORS;
    }
}

// The words of `year_out_of_range` name 1900.
const _: () = assert!(policy::BIRTH_YEAR_MIN == 1900);
