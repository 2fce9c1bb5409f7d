//! Demo mode: two customers to try the service with, and a simulator that moves their boxes on.

use crate::fulfilment::steps;
use crate::platform::batch::Batch;
use crate::platform::error::{AppError, AppResult, StaffError, StaffResult};
use crate::platform::session::SignedIn;
use crate::service::account::record;
use crate::service::account::registration::{self, Newcomer, RegistrationDetails};
use crate::service::card::save::{self, Options};
use crate::service::checkout::invoice::gift_card_hash;
use crate::service::order::transition;
use crate::service::payment::styling_fee;
use crate::state::AppState;
use crate::store::CustomerTx;
use crate::store::account::customers::{self, CustomerRow};
use crate::store::checkout::discounts::{self, GiftCardRow};
use crate::store::order::orders::{self, ListedOrder};
use crate::store::platform::server_keys;
use crate::store::style::style_profiles;
use serde::Serialize;
use serde_json::{Map, Value, json};
use stylebox_core::account::address::AddressForm;
use stylebox_core::account::registration::{RegistrationForm, parse};
use stylebox_core::card::payment::{self, CardForm, CardholderForm, PaymentForm};
use stylebox_core::delivery::delivery_calendar::{DeliveryPresent, default_date};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::money::Money;
use stylebox_core::order::{Actor, Status};
use stylebox_core::policy;
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
    first_name: &'static str,
    #[serde(skip)]
    last_name: &'static str,
}

/// The password of both customers.
const PASSWORD: &str = "Stylebox#2026";
/// The number and balance of the demo gift card.
const GIFT_CARD: (&str, Money) = ("6035 7100 2026 0050", Money::from_dollars(50));

/// The demo customers.
pub const CUSTOMERS: [DemoCustomer; 2] = [
    DemoCustomer {
        email: "ann@example.com",
        password: PASSWORD,
        about: "style quiz answered, nothing ordered yet: go on with the delivery",
        first_name: "Ann",
        last_name: "Larsen",
    },
    DemoCustomer {
        email: "dana@example.com",
        password: PASSWORD,
        about: "box just delivered: decide and check out; gift card 6035 7100 2026 0050 holds $50",
        first_name: "Dana",
        last_name: "Whitfield",
    },
];

/// The name of the key that marks the demo customers as ready.
const SEEDED: &str = "demo_customers";

/// Makes the two customers, once. An interrupted start continues where it stopped. A database with other customers is left alone.
///
/// # Errors
/// If the starting data does not suffice for a box.
pub async fn seed(state: &AppState) -> StaffResult<()> {
    let [ann, dana] = CUSTOMERS;
    let mut tx = state.db.read().await?;
    let has_others = customers::any_exists(&mut tx).await? && customers::by_email(&mut tx, ann.email).await?.is_none();
    let is_done = server_keys::get(&mut tx, SEEDED).await?.is_some();
    drop(tx);
    if !state.settings.demo || is_done || has_others {
        return Ok(());
    }
    enrolled(state, ann).await?;
    let dana = enrolled(state, dana).await?;
    deliver_a_box(state, &dana).await?;
    add_gift_card(state).await?;
    let mut tx = state.db.write().await?;
    server_keys::get_or_add(&mut tx, SEEDED, "ready", state.clock.now()).await?;
    tx.commit().await?;
    tracing::info!("the demo customers are ready");
    Ok(())
}

async fn enrolled(state: &AppState, who: DemoCustomer) -> StaffResult<CustomerRow> {
    let mut tx = state.db.read().await?;
    let known = customers::by_email(&mut tx, who.email).await?;
    drop(tx);
    match known {
        Some(known) => Ok(known),
        None => enrol(state, who, &answers()).await,
    }
}

async fn enrol(state: &AppState, who: DemoCustomer, answers: &Value) -> StaffResult<CustomerRow> {
    let form = RegistrationForm {
        first_name: who.first_name.to_owned(),
        last_name: who.last_name.to_owned(),
        email: who.email.to_owned(),
        confirm_email: who.email.to_owned(),
        registration_postal_code: "55403".to_owned(),
        password: who.password.to_owned(),
    };
    let newcomer = Newcomer::Online(parse(&form)?);
    let customer = registration::new_customer(state, newcomer, RegistrationDetails::default()).await?;
    let tx = state.db.write().await?;
    let mut tx = registration::create_customer(state, tx, &customer).await?;
    write(state, &mut tx, &customer.id, answers).await?;
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

/// Both customers' answers to the quiz.
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

/// Orders a box, and takes it to its delivery.
async fn deliver_a_box(state: &AppState, customer: &CustomerRow) -> StaffResult<()> {
    let gone = || StaffError::unexpected("the demo's box was not ordered");
    let id = ordered(state, customer).await?.ok_or_else(gone)?;
    loop {
        let mut tx = state.db.read().await?;
        let order = orders::by_id(&mut tx, &id).await?.ok_or_else(gone)?;
        drop(tx);
        match steps::next(state, &order).await? {
            Some(step) if order.delivery_date.is_none() => steps::take(state, &id, step, Actor::Ops).await?,
            _ => return Ok(()),
        }
    }
}

/// The id of the customer's order, which is made if there is none.
async fn ordered(state: &AppState, customer: &CustomerRow) -> StaffResult<Option<String>> {
    let mut tx = state.db.read().await?;
    let newest = orders::newest_of_customer(&mut tx, &customer.id).await?;
    drop(tx);
    if let Some(order) = newest {
        return Ok(Some(order.id));
    }
    let now = state.clock.now().instant();
    let present = DeliveryPresent { now, holidays: state.data.holidays.clone() };
    let day = default_date(&present).map_err(StaffError::unexpected)?;
    let day = day.ok_or_else(|| StaffError::unexpected("no day is open for the demo's box"))?;
    let (mut tx, _) = record::locked(state, &customer.id).await?;
    let chosen =
        json!({"ship_by_date": day, "subscription_type": "subscription_30_day", "delivery_style": "Send it to me"});
    write(state, &mut tx, &customer.id, &chosen).await?;
    tx.commit().await?;
    let options = Options { consent_version: Some(policy::CONSENT_VERSION.to_owned()), ..Options::default() };
    let session = SignedIn::without_session(&customer.id, state.clock.now());
    Ok(save::save(state, &session, payment::parse(&card(state))?.into(), options).await?.order_id)
}

fn card(state: &AppState) -> PaymentForm {
    let text = str::to_owned;
    PaymentForm {
        shipping: AddressForm {
            line_1: text("1200 Harmon Place"),
            line_2: text("Apt 4"),
            city: text("Minneapolis"),
            state: text("MN"),
            postal_code: text("55403"),
            phone: text("6125550142"),
        },
        same_as_shipping: true,
        cardholder: CardholderForm { name: text("Dana Whitfield"), ..CardholderForm::default() },
        card_info: CardForm {
            credit_card_number: text("4242424242424242"),
            expiration: format!("12/{:02}", (state.clock.now().today().year() + 3).rem_euclid(100)),
            cvv: text("123"),
        },
        now: state.clock.now().instant(),
    }
}

async fn add_gift_card(state: &AppState) -> StaffResult<()> {
    let (number, balance) = GIFT_CARD;
    let card = GiftCardRow {
        id: state.new_id(),
        number_hash: gift_card_hash(number),
        last_four: number.chars().skip(number.len().saturating_sub(4)).collect(),
        balance,
        created_at: state.clock.now(),
    };
    let mut tx = state.db.write().await?;
    if discounts::gift_card_by_hash(&mut tx, &card.number_hash).await?.is_some() {
        return Ok(());
    }
    card.insert(&mut tx).await?;
    Ok(tx.commit().await?)
}

/// Moves the customer's current order on by a step, as stylists and carriers would. Returns the order's id.
///
/// # Errors
/// If there is none, or the next step is the customer's.
pub async fn advance(state: &AppState, customer_id: &str) -> AppResult<String> {
    let mut tx = state.db.read().await?;
    let unfinished = orders::unfinished_of_customer(&mut tx, customer_id).await?;
    drop(tx);
    let order = unfinished.ok_or_else(|| AppError::refused(Refusal::NotNow, "You have no box under way."))?;
    let step = steps::next(state, &order).await.map_err(shown)?;
    let step = step
        .ok_or_else(|| AppError::refused(Refusal::NotNow, "It is your turn: decide about your box and check out."))?;
    steps::take(state, &order.id, step, Actor::Ops).await.map_err(shown)?;
    Ok(order.id)
}

/// In demo mode the customer plays staff too, so they read staff's messages.
fn shown(error: StaffError) -> AppError {
    match error {
        StaffError::Refused(why) => AppError::refused(Refusal::NotNow, why),
        StaffError::Unexpected(error) => AppError::Unexpected(error),
    }
}

/// Moves every order on by a step, for the simulator.
pub async fn move_all(state: &AppState) -> StaffResult<Batch<()>> {
    let mut tx = state.db.read().await?;
    let unfinished = orders::unfinished(&mut tx).await?;
    drop(tx);
    let mut batch = Batch::default();
    for ListedOrder { id, code, .. } in unfinished {
        match move_on(state, &id).await {
            Err(StaffError::Refused(text)) => {
                tracing::info!(order = code, reason = %text, "the order stays where it is");
            }
            moved => {
                batch.record(&code, moved);
            }
        }
    }
    Ok(batch)
}

async fn move_on(state: &AppState, order_id: &str) -> StaffResult<()> {
    let order = transition::load(&mut state.db.read().await?, order_id).await?;
    let Some(step) = steps::next(state, &order).await? else { return Ok(()) };
    // The customer was notified; the fee is tried again in a day.
    if order.status == Status::Created && styling_fee::was_declined(state, &order.id).await? {
        return Ok(());
    }
    steps::take(state, &order.id, step, Actor::System).await
}
