//! The demo customers: who they are, and how they sign up.

use crate::platform::error::{StaffError, StaffResult};
use crate::service::access::session::SignedIn;
use crate::service::account::registration::{self, Newcomer, RegistrationDetails};
use crate::service::account::{customer, record};
use crate::service::card::save::{self, Options};
use crate::service::subscription::plan;
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::style::style_profiles;
use serde::Serialize;
use serde_json::{Map, Value, json};
use stylebox_core::account::address::AddressForm;
use stylebox_core::account::registration::{RegistrationForm, parse};
use stylebox_core::card::payment::{self, CardForm, CardholderForm, PaymentForm};
use stylebox_core::delivery::delivery_calendar::{DeliveryPresent, default_date};
use stylebox_core::order::order_form::OrderWish;
use stylebox_core::policy;
use stylebox_core::values::business_time::Date;
use stylebox_core::values::frequency::Type;
use utoipa::ToSchema;

/// A customer to try the service with.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct DemoCustomer {
    /// How to sign in.
    pub email: &'static str,
    /// The password.
    pub password: &'static str,
    /// What can be tried with this one, as the end of a sentence.
    pub about: &'static str,
    #[serde(skip)]
    pub(super) first_name: &'static str,
    #[serde(skip)]
    pub(super) last_name: &'static str,
    /// The first line of the address.
    #[serde(skip)]
    pub(super) home: &'static str,
}

pub(super) const PASSWORD: &str = "Stylebox#2026";

pub const CUSTOMERS: [DemoCustomer; 3] = [
    DemoCustomer {
        email: "ann@example.com",
        password: PASSWORD,
        about: "style quiz answered, nothing ordered yet: go on with the delivery",
        first_name: "Ann",
        last_name: "Larsen",
        home: "14 Elliot Avenue",
    },
    DemoCustomer {
        email: "dana@example.com",
        password: PASSWORD,
        about: "box just delivered: decide and check out; gift card 6035 7100 2026 0050 holds $50",
        first_name: "Dana",
        last_name: "Whitfield",
        home: "1200 Harmon Place",
    },
    DemoCustomer {
        email: "maya@example.com",
        password: PASSWORD,
        about: "two years of boxes: past orders, purchases, letters, friends",
        first_name: "Maya",
        last_name: "Okafor",
        home: "310 Groveland Avenue",
    },
];

/// The customer's record. A customer who is not there yet is made, with all answers to the quiz, and with the friend's code if
/// there is one.
pub(super) async fn enrolled(
    state: &AppState,
    who: DemoCustomer,
    friends_code: Option<&str>,
) -> StaffResult<CustomerRow> {
    let mut tx = state.db.read().await?;
    let known = customers::by_email(&mut tx, who.email).await?;
    drop(tx);
    match known {
        Some(known) => Ok(known),
        None => enrol(state, who, friends_code).await,
    }
}

async fn enrol(state: &AppState, who: DemoCustomer, friends_code: Option<&str>) -> StaffResult<CustomerRow> {
    let form = RegistrationForm {
        first_name: who.first_name.to_owned(),
        last_name: who.last_name.to_owned(),
        email: who.email.to_owned(),
        confirm_email: who.email.to_owned(),
        registration_postal_code: "55403".to_owned(),
        password: who.password.to_owned(),
    };
    let newcomer = Newcomer::Online(parse(&form)?);
    let referred_by_code = friends_code.map(ToOwned::to_owned);
    let details = RegistrationDetails { referred_by_code, ..RegistrationDetails::default() };
    let customer = registration::new_customer(state, newcomer, details).await?;
    let tx = state.db.write().await?;
    let mut tx = registration::create_customer(state, tx, &customer).await?;
    write(state, &mut tx, &customer.id, &answers()).await?;
    tx.commit().await?;
    Ok(customer)
}

async fn write(state: &AppState, tx: &mut CustomerTx, customer_id: &str, answers: &Value) -> StaffResult<()> {
    let profile = style_profiles::of_customer(tx, customer_id).await?;
    let profile = profile.ok_or_else(|| StaffError::unexpected("a demo customer without a profile"))?;
    let nothing = Map::new();
    let answers = answers.as_object().unwrap_or(&nothing);
    Ok(style_profiles::write(tx, &profile.id, answers, state.clock.now()).await?)
}

/// The customers' answers to the quiz.
fn answers() -> Value {
    json!({
        "birthday": "1988-04-12", "profession": "Landscape architect, mostly on site",
        "occasions": ["Weekends", "At the office"], "goals": ["Find me everyday pieces that last"],
        "adventure": "One surprise in each box", "about_me": "Always in navy, never without a good scarf.",
        "height_feet": "5", "height_inches": "7", "top_size": "M", "bra_band": "34", "bra_cup": "B",
        "top_fit": "Skimming", "bottom_size": "8", "hips": ["They gap at the waist"], "hemline": ["Mid-calf"],
        "brand_1": "Saltmarsh", "size_1": "M", "denim_rise": "High rise", "denim_style": ["Straight", "Wide leg"],
        "style_looks": ["Classic", "Relaxed"], "denim_distress": "A little", "denim_spend": "$90 - $200",
        "style_shuffle": {
            "shuffle-01": "like", "shuffle-02": "like", "shuffle-03": "dislike", "shuffle-04": "like",
            "shuffle-05": "like", "shuffle-06": "dislike", "shuffle-07": "like", "shuffle-08": "like",
            "shuffle-09": "dislike", "shuffle-10": "dislike", "shuffle-11": "like", "shuffle-12": "like",
        },
        "disliked_colors": ["Yellow", "Lilac"], "patterns_avoid": ["Dots"], "spend_level": "$100 to $160",
        "pierced_ears": true, "jewellery_tone": "Gold", "never": "Ruffles. Not even one.",
        "match_with_stylist": "Linnea S.",
        "anything_else_notes": "I start a new job in March and would love to look like I meant to.",
    })
}

/// Orders the customer's first box, for the proposed day. Returns the order's id.
pub(super) async fn ordered(
    state: &AppState,
    who: DemoCustomer,
    customer: &CustomerRow,
    frequency: Type,
    wish: OrderWish,
) -> StaffResult<String> {
    let day = proposed_day(state)?;
    let (mut tx, mut customer) = customer::locked(state, &customer.id).await?;
    let chosen =
        json!({"ship_by_date": day, "subscription_type": frequency.as_str(), "delivery_style": "Send it to me"});
    write(state, &mut tx, &customer.id, &chosen).await?;
    plan::choose(&mut customer, Some(frequency), false, &state.data.terms);
    record::write(state, &mut tx, &mut customer).await?;
    tx.commit().await?;
    let options = Options { consent_version: Some(policy::CONSENT_VERSION.to_owned()), wish };
    let session = SignedIn::without_session(&customer.id, state.clock.now());
    let saved = save::save(state, &session, payment::parse(&card(state, who))?.into(), options).await?;
    saved.order_id.ok_or_else(|| StaffError::unexpected("the demo's box was not ordered"))
}

/// The day that the calendar proposes.
pub(super) fn proposed_day(state: &AppState) -> StaffResult<Date> {
    let present = DeliveryPresent { now: state.clock.now().instant(), holidays: state.data.holidays.clone() };
    let day = default_date(&present, &state.data.terms).map_err(StaffError::unexpected)?;
    day.ok_or_else(|| StaffError::unexpected("no day is open for the demo's box"))
}

fn card(state: &AppState, who: DemoCustomer) -> PaymentForm {
    let text = str::to_owned;
    PaymentForm {
        shipping: AddressForm {
            line_1: text(who.home),
            line_2: text("Apt 4"),
            city: text("Minneapolis"),
            state: text("MN"),
            postal_code: text("55403"),
            phone: text("6125550142"),
        },
        same_as_shipping: true,
        cardholder: CardholderForm {
            name: format!("{} {}", who.first_name, who.last_name),
            ..CardholderForm::default()
        },
        card_info: CardForm {
            credit_card_number: text("4242424242424242"),
            expiration: format!("12/{:02}", (state.clock.now().today().year() + 3).rem_euclid(100)),
            cvv: text("123"),
        },
        now: state.clock.now().instant(),
    }
}
