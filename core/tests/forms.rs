//! Properties of forms and masks that hold for every typed text.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod golden;

use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::LazyLock;
use stylebox_core::{
    Issue,
    account::{
        account_change, account_details, address, campaign, forgot_password, login, mfa, password_change,
        registration::{self, RegistrationForm},
        reset_password,
        shipping_address::{self, Names},
        store_signup,
    },
    card::{
        billing, card_change,
        payment::{self, PaymentForm},
    },
    checkout::review,
    order::order_form,
    policy, rules,
    screens::session::{self, SignedIn},
    style::{
        birthday::{self, BirthdayForm},
        denim_spend::{self, DenimSpendInput},
    },
    values::{business_time::Instant, fields, mask, message::Message, normalize},
};

type Mask = fn(&str) -> String;

/// Each mask, and a function for the digits that it keeps of the typed text.
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
    first(10, &normalize::phone(typed.trim_start_matches('0')))
}

/// Texts with many digits and separators, and any other text.
fn typed() -> impl Strategy<Value = String> {
    prop_oneof![r"[0-9()/. -]{0,24}", r"\PC{0,12}", any::<String>()]
}

/// Texts that pass a check, texts that nearly pass it, and any other text.
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

/// How `parse` and `validate` disagree about a form; nothing if they agree.
fn disagreement<F: DeserializeOwned, T>(
    input: &Value,
    parse: fn(&F) -> Result<T, Vec<Issue>>,
    validate: fn(&F) -> Vec<Issue>,
) -> Option<String> {
    let form: F = serde_json::from_value(input.clone()).ok()?;
    let said = validate(&form);
    match parse(&form) {
        Ok(_) if said.is_empty() => None,
        Err(issues) if issues == said && !said.is_empty() => None,
        Ok(_) => Some(format!("is parsed, and says {said:?}")),
        Err(issues) => Some(format!("is not parsed for {issues:?}, and says {said:?}")),
    }
}

/// A form's rule, and its [`disagreement`].
type Form = (&'static str, fn(&Value) -> Option<String>);

/// Every form with a `parse`.
const FORMS: [Form; 19] = [
    ("account.validate", |input| disagreement(input, account_details::parse, account_details::validate)),
    ("account_change.validate", |input| disagreement(input, account_change::parse, account_change::validate)),
    ("address.validate", |input| disagreement(input, address::parse, address::validate)),
    ("billing.validate", |input| disagreement(input, billing::parse, billing::validate)),
    ("birthday.validate", |input| disagreement(input, birthday::parse, birthday::validate)),
    ("campaign.validate", |input| disagreement(input, campaign::parse, campaign::validate)),
    ("card_change.billing_validate", |input| {
        disagreement(input, card_change::billing_parse, card_change::billing_validate)
    }),
    ("card_change.validate", |input| disagreement(input, card_change::parse, card_change::validate)),
    ("forgot_password.validate", |input| disagreement(input, forgot_password::parse, forgot_password::validate)),
    ("login.validate", |input| disagreement(input, login::parse, login::validate)),
    ("mfa.validate", |input| disagreement(input, mfa::parse, mfa::validate)),
    ("order_form.validate", |input| disagreement(input, order_form::parse, order_form::validate)),
    ("password_change.validate", |input| disagreement(input, password_change::parse, password_change::validate)),
    ("payment.validate", |input| disagreement(input, payment::parse, payment::validate)),
    ("registration.validate", |input| disagreement(input, registration::parse, registration::validate)),
    ("reset_password.validate", |input| disagreement(input, reset_password::parse, reset_password::validate)),
    ("review.validate", |input| disagreement(input, review::parse, review::validate)),
    ("shipping_address.validate", |input| {
        disagreement(input, |form| shipping_address::parse(form, Names::Own), shipping_address::validate)
    }),
    ("store_signup.validate", |input| disagreement(input, store_signup::parse, store_signup::validate)),
];

/// The forms without a `parse`, whose input is used as it is.
const NOT_PARSED: [&str; 5] = [
    "photos.validate",
    "disliked_colors.validate",
    "quiz_answer.validate",
    "human_check.validate",
    "shop_terms.validate",
];

/// Each form with one of its golden inputs.
static GOLDEN: LazyLock<Vec<(Form, Value)>> = LazyLock::new(|| {
    let inputs = |suite: golden::Suite| {
        let form = FORMS.into_iter().find(|(rule, _)| *rule == suite.rule);
        let inputs = suite.cases.into_iter().map(|case| golden::input_of(&case));
        inputs.filter_map(move |input| form.map(|form| (form, input))).collect::<Vec<_>>()
    };
    golden::suites().into_iter().flat_map(inputs).collect()
});

/// All texts of a form's input, also nested ones.
fn texts(value: &mut Value) -> Vec<&mut Value> {
    match value {
        Value::Object(fields) => fields.values_mut().flat_map(texts).collect(),
        Value::String(_) => vec![value],
        _ => vec![],
    }
}

#[test]
fn every_form_is_listed_with_or_without_a_parse() {
    let forms = rules::all().map(|rule| rule.id).filter(|id| id.ends_with("validate"));
    let known = |id: &str| FORMS.iter().any(|(rule, _)| *rule == id) || NOT_PARSED.contains(&id);
    let unknown: Vec<_> = forms.filter(|id| !known(id)).collect();
    assert!(unknown.is_empty(), "neither parsed nor known not to be: {unknown:?}");
}

#[test]
fn every_golden_form_is_parsed_exactly_if_nothing_is_wrong_with_it() {
    let wrong = GOLDEN.iter().filter_map(|((rule, check), input)| Some(format!("{rule}: {input} {}", check(input)?)));
    assert_eq!(wrong.collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn an_address_can_be_in_52_states() {
    let letters = || 'A'..='Z';
    let codes = letters().flat_map(|first| letters().map(move |second| format!("{first}{second}")));
    let taken: Vec<_> = codes.filter(|code| fields::state(code).is_ok()).collect();
    let states = "AA AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM \
                  NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY";
    assert_eq!(taken, states.split(' ').collect::<Vec<_>>());
    assert_eq!(taken.len(), 52);
}

#[test]
fn a_parsed_form_has_the_typed_texts_trimmed() {
    let form: PaymentForm = serde_json::from_value(json!({
        "shipping": { "line_1": " 12 Elm St ", "line_2": " Apt 3 ", "city": " Edina", "state": "mn",
            "postal_code": " 55401-1234 ", "phone": "+1 (612) 555-0100" },
        "same_as_shipping": false,
        "cardholder": { "name": " Ada Lovelace ", "street_address1": "1 Main St", "street_address2": " ",
            "city": "St Paul", "state": "wI", "zip_code": "551011234", "phone": "651-555-0100" },
        "card_info": { "credit_card_number": "3782-822463-10005", "expiration": " 02/28 ", "cvv": " 1234 " },
        "now": now(),
    }))
    .unwrap();
    let payment = payment::parse(&form).unwrap();
    let lines = |address: &address::Address| {
        let address::Address { line_1, line_2, city, state, postal_code, phone } = address;
        let line_2 = line_2.as_ref().map_or("none", |line| line.as_str());
        [line_1.as_str(), line_2, city.as_str(), state.as_str(), postal_code.as_str(), phone.as_str()].join("|")
    };
    assert_eq!(lines(&payment.shipping), "12 Elm St|Apt 3|Edina|MN|55401-1234|6125550100");
    assert_eq!(lines(&payment.cardholder.address), "1 Main St|none|St Paul|WI|551011234|6515550100");
    assert_eq!(payment.cardholder.name.as_str(), "Ada Lovelace");
    assert_eq!((payment.card.number.expose(), payment.card.number.last_four()), ("378282246310005", "0005"));
    assert_eq!((payment.card.expiration.to_string().as_str(), payment.card.cvv.expose()), ("02/28", "1234"));

    let email = fields::email(" Ada@Example.COM ", Message::EMAIL_MALFORMED).unwrap();
    assert_eq!((email.as_str(), email.to_key().as_str()), ("Ada@Example.COM", "ada@example.com"));
}

proptest! {
    #[test]
    fn a_form_is_parsed_exactly_if_nothing_is_wrong_with_it(
        case in any::<prop::sample::Index>(), place in any::<prop::sample::Index>(), text in typed(), keep in any::<bool>(),
    ) {
        let ((rule, check), mut input) = case.get(&GOLDEN).clone();
        if let texts @ [_, ..] = texts(&mut input).as_mut_slice() {
            let typed = place.get_mut(texts);
            let before = if keep { typed.as_str().unwrap_or_default() } else { "" };
            **typed = Value::from(format!("{before}{text}"));
        }
        prop_assert_eq!(check(&input), None, "{}: {}", rule, input);
    }

    #[test]
    fn masking_a_masked_text_changes_nothing(text in typed()) {
        for (mask, kept) in MASKS {
            let masked = mask(&text);
            // A phone number's leading zeros are dropped before its 1 is, so zeros after the 1 are only dropped the next time.
            if kept(&masked) == digits(&masked) {
                prop_assert_eq!(mask(&masked), masked);
            }
        }
    }

    #[test]
    fn a_mask_keeps_the_digits(text in typed()) {
        for (mask, kept) in MASKS {
            prop_assert_eq!(digits(&mask(&text)), kept(&text));
        }
    }

    #[test]
    fn a_mask_shows_a_pasted_number_like_a_typed_one(number in "[1-9][0-9]{0,9}") {
        for (mask, _) in MASKS {
            let by_key = number.chars().fold(String::new(), |shown, key| mask(&format!("{shown}{key}")));
            prop_assert_eq!(by_key, mask(&number));
        }
    }

    #[test]
    fn a_valid_phone_stays_the_same_after_its_mask(text in typed()) {
        if let Ok(phone) = fields::phone(&text) {
            prop_assert_eq!(phone.as_str().len(), policy::PHONE_DIGITS);
            prop_assert_eq!(fields::phone(&mask::phone(phone.as_str())), Ok(phone));
        }
    }

    #[test]
    fn a_valid_email_has_one_at_sign_and_a_dot_after_it(text in field("ada@example.com")) {
        if let Ok(email) = fields::email(&text, Message::EMAIL_MALFORMED) {
            let (local, domain) = email.as_str().split_once('@').unwrap();
            prop_assert!(!local.is_empty() && domain.contains('.') && !domain.contains('@'));
            prop_assert!(email.as_str().is_ascii());
        }
    }

    #[test]
    fn a_registration_is_parsed_or_has_issues(
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
    fn a_payment_is_parsed_or_has_issues_and_never_prints_the_card(
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
    fn a_birthday_is_parsed_or_has_issues(month in "[0-9]{0,3}", day in "[0-9]{0,3}", year in "(19|20)?[0-9]{1,3}") {
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
