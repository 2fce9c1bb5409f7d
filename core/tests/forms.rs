//! What holds for everything that can be typed.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use proptest::prelude::*;
use stylebox_core::{
    birthday::{self, BirthdayForm},
    business_time::Instant,
    denim_spend::{self, DenimSpendInput},
    fields, mask,
    messages::Message,
    normalize,
    payment::{self, PaymentForm},
    policy,
    registration::{self, RegistrationForm},
    session::{self, SignedIn},
};

type Mask = fn(&str) -> String;

/// Each mask, and the digits that it keeps of what was typed.
const MASKS: [(Mask, Mask); 5] = [
    (mask::zip, |text| first(9, &digits(text))),
    (mask::phone, phone_digits),
    (mask::phone_dashed, phone_digits),
    (mask::card_number, |text| first(16, &digits(text))),
    (mask::expiration, |text| first(4, &digits(text))),
];

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

fn first(most: usize, text: &str) -> String {
    text.chars().take(most).collect()
}

fn phone_digits(text: &str) -> String {
    let typed = digits(text);
    let national = normalize::phone(typed.trim_start_matches('0'));
    first(10, national.trim_start_matches('0'))
}

/// Texts with many digits and separators in them, and anything else.
fn typed() -> impl Strategy<Value = String> {
    prop_oneof![r"[0-9()/. -]{0,24}", r"\PC{0,12}", any::<String>()]
}

/// Values that pass a check, nearly pass it, or are anything.
fn field(valid: &'static str) -> impl Strategy<Value = String> {
    let nearly = (any::<prop::sample::Index>(), any::<char>()).prop_map(move |(place, character)| {
        let mut text: Vec<_> = valid.chars().collect();
        let place = place.index(text.len());
        text.splice(place..=place, [character]);
        text.into_iter().collect()
    });
    prop_oneof![4 => Just(valid.to_owned()), 2 => nearly, 1 => any::<String>()]
}

fn now() -> Instant {
    "2026-11-20T18:00:00Z".parse().unwrap()
}

proptest! {
    #[test]
    fn a_mask_leaves_its_own_answer_as_it_is(text in typed()) {
        for (mask, _) in MASKS {
            let masked = mask(&text);
            prop_assert_eq!(mask(&masked), masked);
        }
    }

    #[test]
    fn a_mask_keeps_the_digits(text in typed()) {
        for (mask, kept) in MASKS {
            prop_assert_eq!(digits(&mask(&text)), kept(&text));
        }
    }

    #[test]
    fn a_mask_makes_of_a_pasted_number_what_typing_it_makes(number in "[1-9][0-9]{0,9}") {
        for (mask, _) in MASKS {
            let by_key = number.chars().fold(String::new(), |shown, key| mask(&format!("{shown}{key}")));
            prop_assert_eq!(by_key, mask(&number));
        }
    }

    #[test]
    fn a_phone_that_passes_stays_what_it_is(text in typed()) {
        if let Ok(phone) = fields::phone(&text) {
            prop_assert_eq!(phone.as_str().len(), policy::PHONE_DIGITS);
            prop_assert_eq!(fields::phone(&mask::phone(phone.as_str())), Ok(phone));
        }
    }

    #[test]
    fn an_e_mail_that_passes_has_one_at_and_a_dot_after_it(text in field("ada@example.com")) {
        if let Ok(email) = fields::email(&text, Message::EmailMalformed) {
            let (local, domain) = email.as_str().split_once('@').unwrap();
            prop_assert!(!local.is_empty() && domain.contains('.') && !domain.contains('@'));
            prop_assert!(email.as_str().is_ascii());
        }
    }

    #[test]
    fn a_registration_is_parsed_or_says_why_not(
        first_name in field("Ada"), last_name in field("Lovelace"), email in field("ada@example.com"),
        confirm_email in field("ada@example.com"), registration_postal_code in field("55401"),
        password in field("Stylebox#2026"),
    ) {
        let form =
            RegistrationForm { first_name, last_name, email, confirm_email, registration_postal_code, password };
        prop_assert_eq!(registration::parse(&form).is_ok(), registration::validate(&form).is_empty());
        if let Ok(registration) = registration::parse(&form) {
            prop_assert_eq!(registration.email.as_str(), form.email.trim());
            prop_assert_eq!(registration.password.expose(), form.password.as_str());
        }
    }

    #[test]
    fn a_payment_is_parsed_or_says_why_not_and_never_shows_the_card(
        line in field("12 Elm St"), state in field("MN"), zip in field("55401"), phone in field("6125550100"),
        number in field("4242424242424242"), expiration in field("12/28"), cvv in field("123"),
        same_as_shipping in any::<bool>(),
    ) {
        let form: PaymentForm = serde_json::from_value(serde_json::json!({
            "shipping": { "line_1": line, "city": "Minneapolis", "state": state, "postal_code": zip, "phone": phone },
            "same_as_shipping": same_as_shipping,
            "cardholder": { "name": "Ada", "street_address1": line, "city": "St Paul", "state": "MN", "zip_code": zip,
                "phone": phone },
            "card_info": { "credit_card_number": number, "expiration": expiration, "cvv": cvv },
            "now": now(),
        })).unwrap();
        prop_assert_eq!(payment::parse(&form).is_ok(), payment::validate(&form).is_empty());
        if let Ok(payment) = payment::parse(&form) {
            let shown = format!("{form:?} {payment:?}");
            prop_assert!(!shown.contains(payment.card.number.expose()));
            prop_assert!(!payment.card.expiration.ends_before(now().business_day()));
        }
    }

    #[test]
    fn a_birthday_is_a_day_or_says_why_not(month in "[0-9]{0,3}", day in "[0-9]{0,3}", year in "(19|20)?[0-9]{1,3}") {
        let form = BirthdayForm { month, day, year, now: now() };
        match birthday::parse(&form) {
            Ok(date) => prop_assert!(birthday::validate(&form).is_empty() && date.year() >= policy::BIRTH_YEAR_MIN),
            Err(issues) => prop_assert!(!issues.is_empty()),
        }
    }

    #[test]
    fn the_denim_slider_stays_on_its_steps(min in -500.0..1000.0_f64, max in -500.0..1000.0_f64) {
        let spend = denim_spend::normalize(&DenimSpendInput { min, max });
        prop_assert!(policy::DENIM_SPEND_MIN <= spend.min && spend.max <= policy::DENIM_SPEND_MAX);
        prop_assert!(spend.max.checked_sub(spend.min).unwrap() >= policy::DENIM_SPEND_GAP);
        prop_assert!(spend.min.is_multiple_of(policy::DENIM_SPEND_STEP));
        prop_assert!(spend.max.is_multiple_of(policy::DENIM_SPEND_STEP));
        let again = DenimSpendInput { min: spend.min.into(), max: spend.max.into() };
        prop_assert_eq!(denim_spend::normalize(&again), spend);
    }

    #[test]
    fn signing_in_never_leads_to_another_site(redirect_to in r"[/\\a-z:.\t\n ]{0,8}|\PC{0,12}") {
        let signed_in =
            SignedIn { redirect_to: Some(redirect_to), theme_box: None, payment_flag: false, default: None };
        let path = session::after_login(&signed_in);
        prop_assert!(path.starts_with('/') && !path.starts_with("//") && !path.starts_with(r"/\"));
        // What a browser drops from an address does not bring a second slash to the front.
        let as_read: String = path.chars().filter(|character| !matches!(character, '\t' | '\n' | '\r')).collect();
        prop_assert!(!as_read.starts_with("//") && !as_read.starts_with(r"/\"));
    }
}
