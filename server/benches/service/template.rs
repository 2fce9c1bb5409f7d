//! The customers that the benchmark's databases are made of: each is made once, through the service itself, in a small
//! database of its own, and then copied as often as is needed.
//!
//! The past: two customers, one the other's friend, with [`ORDERS_OF_A_CUSTOMER`] finished orders each, of every kind. The
//! present: customers with a box at home, customers between two boxes of their subscription, one with a long past and a box
//! at home, one whose styling fee is declined.

use crate::browser::Browser;
use crate::report::{Result, Step as Progress, text};
use crate::shop::Shop;
use chrono::{Days, NaiveDate};
use serde_json::{Value, json};
use stylebox_core::delivery::delivery_calendar::{DeliveryPresent, default_date};
use stylebox_core::order::Actor;
use stylebox_core::policy;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::jobs::ALL;
use stylebox_server::platform::clock::Clock;

/// How many orders a customer of the past has.
pub const ORDERS_OF_A_CUSTOMER: usize = 20;
/// How many past orders one copy of the past has: two customers'.
pub const ORDERS_OF_A_COPY: u64 = 2 * ORDERS_OF_A_CUSTOMER as u64;
/// On how many days boxes came to those who have one at home.
pub const DAYS: u64 = 8;
/// The ZIP that is another one in each copy.
pub const ZIP: &str = "55403";
/// What follows the number of the house, which is another one in each copy.
pub const STREET: &str = " Harmon Place";
/// How a phone begins whose other two digits are the customer's; it is another one in each copy.
pub const PHONE: &str = "61255501";

/// A card that is accepted, and one that is saved and then declined.
const CARD: &str = "4242424242424242";
const DECLINED_CARD: &str = "4000000000000341";
/// From expiring subscribers' cards, customers are told within the days that the benchmark plays.
const ENDS_LATE: &str = "12/29";
const ENDS_SOON: &str = "04/26";

/// Who somebody is to the benchmark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Finished orders alone.
    Past,
    /// A long past, and a box at home.
    Veteran,
    /// A first box at home, which came on that day of [`DAYS`].
    Home,
    /// A subscription whose next box is to be told of.
    Subscriber,
    /// An order whose styling fee is declined.
    Declined,
}

/// A customer of the template.
#[derive(Debug, Clone)]
pub struct Person {
    pub kind: Kind,
    pub email: String,
    /// The customer's id.
    pub customer: String,
    /// The id of the newest order.
    pub order: String,
    /// The ids of its pieces.
    pub lines: Vec<String>,
}

/// The first day of the past, of the present, and the day on which the first of the boxes at home came.
const PAST: (i32, u32, u32) = (2024, 1, 8);
const PRESENT: (i32, u32, u32) = (2025, 1, 6);
const HOME: (i32, u32, u32) = (2026, 3, 6);

fn date((year, month, day): (i32, u32, u32)) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).unwrap_or_default()
}

/// The first day of the present: every id of the present is later, and every one of the past earlier.
pub fn present() -> NaiveDate {
    date(PRESENT)
}

/// The day on which customers decide and check out: all boxes are at home, and the first reminder is due on the day after.
pub fn today() -> NaiveDate {
    date(HOME).checked_add_days(Days::new(2)).unwrap_or_default()
}

/// The days that the jobs are run on, after [`today`]: until the last of the boxes at home is checked out by the system.
pub const PLAYED_DAYS: u64 = DAYS + policy::TRY_ON_DAYS_SHIPPED + 1 - 2;

/// Makes all customers.
pub async fn build(shop: &Shop) -> Result<Vec<Person>> {
    let mut step = Progress::begin("Making the customers that are copied, through the service");
    let mut people = Vec::new();
    shop.clock.set(date(PAST), 0);
    let mut ann = Maker::new(shop, 0, "past-ann@example.com", None, "subscription_on_demand", ENDS_LATE).await?;
    shop.clock.set(date(PAST), 30);
    let code = ann.referral_code.clone();
    let mut bea = Maker::new(shop, 1, "past-bea@example.com", Some(&code), "subscription_on_demand", ENDS_LATE).await?;
    for (person, maker) in [&mut ann, &mut bea].into_iter().enumerate() {
        shop.clock.set(date(PAST), 31);
        let mut endings = endings();
        if person == 1 {
            endings.pop();
            endings.push(Ending::Fraud);
        }
        maker.live_through(shop, &endings, CARD, |orders| step.progress(format!("{orders} orders"))).await?;
    }
    people.extend([ann.person(Kind::Past), bea.person(Kind::Past)]);

    shop.clock.set(date(PRESENT), 0);
    let mut veteran = Maker::new(shop, 2, "veteran@example.com", None, "subscription_on_demand", ENDS_LATE).await?;
    veteran.live_through(shop, &endings(), CARD, |orders| step.progress(format!("{orders} orders"))).await?;

    // Whatever the jobs note of customers whose orders are long over, they have noted.
    for job in ALL.iter().filter(|job| (job.every)(&shop.state.settings).is_some()) {
        shop.run_job(job.name).await?;
    }

    // What is told of 21 days after the box came is told of on the days that the jobs are run on.
    let home = date(HOME);
    for (house, day) in (10..).zip(0..DAYS) {
        let came = home.checked_sub_days(Days::new(18)).unwrap_or_default();
        let email = format!("subscriber-{day}@example.com");
        shop.clock.set(came, day);
        shop.clock.advance(-DAYS_TO_THE_DOOR);
        let mut maker = Maker::new(shop, house, &email, None, "subscription_30_day", ENDS_SOON).await?;
        maker.live_through(shop, &[Ending::KeepsAll], CARD, |_| ()).await?;
        people.push(maker.person(Kind::Subscriber));
        step.progress(email);
    }
    for (house, day) in (30..).zip(0..DAYS) {
        let email = format!("home-{day}@example.com");
        shop.clock.set(home, day);
        shop.clock.advance(-DAYS_TO_THE_DOOR);
        let mut maker = Maker::new(shop, house, &email, None, "subscription_30_day", ENDS_LATE).await?;
        maker.order(shop, CARD).await?;
        maker.bring(shop).await?;
        people.push(maker.person(Kind::Home));
        step.progress(email);
    }
    shop.clock.set(home, 0);
    shop.clock.advance(-DAYS_TO_THE_DOOR);
    veteran.order(shop, CARD).await?;
    veteran.bring(shop).await?;
    people.push(veteran.person(Kind::Veteran));

    shop.clock.set(home, 0);
    let mut declined = Maker::new(shop, 3, "declined@example.com", None, "subscription_30_day", ENDS_LATE).await?;
    declined.order(shop, DECLINED_CARD).await?;
    if steps::take(&shop.state, &declined.order, Step::Style, Actor::Ops).await.is_ok() {
        return Err("A styling fee that was to be declined was paid.".to_owned());
    }
    people.push(declined.person(Kind::Declined));

    shop.clock.set(home, DAYS);
    shop.run_job("outbox").await?;
    shop.ops("audit").await?;
    // What has run its time by then would be swept out of a shop of that age too: sessions, solved challenges, counted tries.
    shop.clock.set(home, 365);
    shop.run_job("housekeeping").await?;
    step.done(format!("{} customers", people.len()));
    Ok(people)
}

/// How an order ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    KeepsTwo,
    KeepsAll,
    KeepsNothing,
    PaysWithGiftCard,
    Exchanges,
    /// The other size is sold out.
    ExchangesInVain,
    /// The system checks out.
    DecidesNothing,
    Cancelled,
    Fraud,
}

/// How the orders of a customer end, in turn.
fn endings() -> Vec<Ending> {
    use Ending::{
        Cancelled, DecidesNothing, Exchanges, ExchangesInVain, KeepsAll, KeepsNothing, KeepsTwo, PaysWithGiftCard,
    };
    let turns = [
        KeepsTwo,
        KeepsAll,
        KeepsNothing,
        PaysWithGiftCard,
        Exchanges,
        DecidesNothing,
        KeepsTwo,
        ExchangesInVain,
        Cancelled,
        KeepsAll,
    ];
    turns.into_iter().cycle().take(ORDERS_OF_A_CUSTOMER).collect()
}

/// From the order until the box is at the door.
const DAYS_TO_THE_DOOR: i64 = 7;

/// A customer who is being made.
struct Maker {
    browser: Browser,
    email: String,
    customer: String,
    referral_code: String,
    /// Nobody lives where somebody else does: the shop has stopped an order to one of them.
    house: usize,
    expiration: &'static str,
    /// How many orders there are so far.
    orders: usize,
    order: String,
    lines: Vec<String>,
}

impl Maker {
    /// Registers and answers the quiz.
    async fn new(
        shop: &Shop,
        house: usize,
        email: &str,
        friend: Option<&str>,
        subscription: &str,
        expiration: &'static str,
    ) -> Result<Self> {
        let mut browser = Browser::new(&shop.state);
        let account = browser.register(email, friend).await?;
        let customer = account.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        let referral_code = account.get("referral_code").and_then(Value::as_str).unwrap_or_default().to_owned();
        let mut answers = answers();
        answers.insert("subscription_type".to_owned(), json!(subscription));
        answers.insert("ship_by_date".to_owned(), json!(open_day(shop)?));
        browser.call(200, "PATCH", "/api/style_profiles/current", Some(&json!({"responses": answers}))).await?;
        let (order, lines) = Default::default();
        let email = email.to_owned();
        Ok(Self { browser, email, customer, referral_code, house, expiration, orders: 0, order, lines })
    }

    fn person(self, kind: Kind) -> Person {
        Person { kind, email: self.email, customer: self.customer, order: self.order, lines: self.lines }
    }

    /// Orders one box after the other, and brings each to its end.
    async fn live_through(
        &mut self,
        shop: &Shop,
        endings: &[Ending],
        card: &str,
        mut told: impl FnMut(usize),
    ) -> Result<()> {
        for ending in endings {
            self.order(shop, card).await?;
            let ended = self.end(shop, *ending).await;
            ended.map_err(|why| format!("Order {} of {} ({ending:?}): {why}", self.orders, self.email))?;
            told(self.orders);
        }
        Ok(())
    }

    /// The first order comes with the card, the others by themselves.
    async fn order(&mut self, shop: &Shop, card: &str) -> Result<()> {
        self.browser.sign_in(&self.email).await?;
        let day = open_day(shop)?;
        let made = if self.orders == 0 {
            let day = json!({"responses": {"ship_by_date": day}});
            self.browser.call(200, "PATCH", "/api/style_profiles/current", Some(&day)).await?;
            self.browser.call(201, "POST", "/api/credit_cards", Some(&self.card_form(card))).await?
        } else {
            let wish = json!({"order": {"customer_pick_up": false, "ship_by_date": day}});
            self.browser.call(201, "POST", "/api/orders", Some(&wish)).await?
        };
        let id = if self.orders == 0 { made.get("order_id") } else { made.get("id") };
        self.order = id.and_then(Value::as_str).ok_or("No order was made.")?.to_owned();
        self.orders += 1;
        Ok(())
    }

    fn card_form(&self, number: &str) -> Value {
        let (street, phone) = (format!("{}{STREET}", 1200 + self.house), format!("{PHONE}{:02}", self.house));
        json!({
            "cardholder": {
                "name": "Ann Larsen", "street_address1": "", "street_address2": "", "city": "", "state": "",
                "zip_code": "", "country": "US", "phone": "",
            },
            "card_info": {"credit_card_number": number, "expiration": self.expiration, "cvv": "123"},
            "options": {
                "shipping_address": {
                    "line_1": street, "line_2": "Apt 4", "city": "Minneapolis", "state": "MN", "postal_code": ZIP,
                    "phone": phone,
                },
                "same_as_shipping": true, "consent_version": policy::CONSENT_VERSION,
            },
        })
    }

    /// Styles, ships and delivers the order.
    async fn bring(&mut self, shop: &Shop) -> Result<()> {
        for (days, step) in [(2, Step::Style), (2, Step::Ship), (DAYS_TO_THE_DOOR - 4, Step::Deliver)] {
            shop.clock.advance(days);
            self.take(shop, step).await?;
        }
        shop.run_job("outbox").await?;
        let order = self.read().await?;
        let lines = order.get("line_items").and_then(Value::as_array).ok_or("An order without pieces.")?;
        let ids = lines.iter().filter_map(|line| line.get("id")?.as_str().map(ToOwned::to_owned));
        self.lines = ids.collect();
        Ok(())
    }

    async fn take(&self, shop: &Shop, step: Step) -> Result<()> {
        steps::take(&shop.state, &self.order, step, Actor::Ops).await.map_err(text)
    }

    async fn read(&mut self) -> Result<Value> {
        self.browser.call(200, "GET", &format!("/api/orders/{}", self.order), None).await
    }

    async fn end(&mut self, shop: &Shop, ending: Ending) -> Result<()> {
        if ending == Ending::Cancelled {
            shop.clock.advance(1);
            self.take(shop, Step::Cancel).await?;
            return shop.run_job("outbox").await.map(drop);
        }
        if ending == Ending::Fraud {
            shop.clock.advance(2);
            self.take(shop, Step::Style).await?;
            self.take(shop, Step::Stop).await?;
            return shop.run_job("outbox").await.map(drop);
        }
        self.bring(shop).await?;
        shop.clock.advance(2);
        self.browser.sign_in(&self.email).await?;
        if ending == Ending::DecidesNothing {
            for _ in policy::REMINDER_DAYS_SHIPPED {
                shop.clock.advance(1);
                remind(shop).await?;
            }
            shop.clock.advance(1);
            shop.run_job("system_checkout").await?;
            shop.run_job("outbox").await?;
        } else {
            self.check_out(shop, ending).await?;
        }
        shop.clock.advance(4);
        match ending {
            Ending::KeepsAll | Ending::DecidesNothing => {
                shop.run_job("after_checkout").await?;
            }
            _ => {
                let code = self.read().await?.get("code").and_then(Value::as_str).unwrap_or_default().to_owned();
                match ending {
                    Ending::Exchanges => self.take(shop, Step::ShipExchange).await?,
                    Ending::ExchangesInVain => drop(shop.ops(&format!("exchange sold-out {code}")).await?),
                    _ => {}
                }
                self.take(shop, Step::Receive).await?;
                shop.clock.advance(2);
                self.take(shop, Step::Complete).await?;
            }
        }
        shop.run_job("outbox").await?;
        let order = self.read().await?;
        if order.get("status").and_then(Value::as_str) != Some("completed") {
            return Err(format!("it is not completed: {order}"));
        }
        shop.clock.advance(1);
        Ok(())
    }

    async fn check_out(&mut self, shop: &Shop, ending: Ending) -> Result<()> {
        let kept = match ending {
            Ending::KeepsNothing => 0,
            Ending::KeepsAll => usize::MAX,
            _ => 2,
        };
        let mut decisions = decisions(&self.lines, kept);
        if matches!(ending, Ending::Exchanges | Ending::ExchangesInVain) {
            self.exchange_one(&mut decisions).await?;
        }
        let body = json!({"order": {"line_items_attributes": decisions}});
        self.browser.call(200, "PATCH", &format!("/api/orders/{}", self.order), Some(&body)).await?;
        let path = format!("/api/orders/{}/invoices", self.order);
        let mut invoice = self.browser.call(201, "POST", &path, Some(&json!({}))).await?;
        let id = invoice.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        if ending == Ending::PaysWithGiftCard {
            let said = shop.ops("gift-card issue 30.00").await?;
            let number = said.strip_prefix("Gift card ").and_then(|rest| rest.split(" holds").next());
            let code = json!({"code": number.unwrap_or_default()});
            invoice = self.browser.call(200, "POST", &format!("/api/invoices/{id}/gift_cards"), Some(&code)).await?;
        }
        let body = json!({"expected_total_due": invoice.get("totalDue")});
        let path = format!("/api/invoices/{id}/checkout");
        self.browser.call_under(&format!("key-{}", self.orders), 200, "POST", &path, Some(&body)).await?;
        Ok(())
    }

    /// Keeps the first piece that there is another size of, in that size.
    async fn exchange_one(&mut self, decisions: &mut [Value]) -> Result<()> {
        for (line, decision) in self.lines.iter().zip(decisions) {
            let path = format!("/api/invoices/available_exchange_sizes/{line}");
            let sizes = self.browser.call(200, "GET", &path, None).await?;
            let first = sizes.get("sizes").and_then(Value::as_array).and_then(|sizes| sizes.first()).cloned();
            if let (Some(size), Some(decision)) = (first, decision.as_object_mut()) {
                decision.insert("claimed_kept".to_owned(), json!(true));
                decision.insert("exchange_size".to_owned(), size);
                return Ok(());
            }
        }
        Err("no piece of the box comes in another size".to_owned())
    }
}

/// The decisions of somebody who keeps the first pieces of a box.
pub fn decisions(lines: &[String], kept: usize) -> Vec<Value> {
    let decision = |(place, line): (usize, &String)| {
        json!({
            "id": line, "claimed_kept": place < kept, "exchange_size": null, "customer_feedback": "",
        })
    };
    lines.iter().enumerate().map(decision).collect()
}

/// Writes the reminders that are due, and has them carried.
async fn remind(shop: &Shop) -> Result<()> {
    shop.run_job("reminders").await?;
    shop.run_job("outbox").await.map(drop)
}

/// The day that the page proposes for a delivery.
fn open_day(shop: &Shop) -> Result<String> {
    let present = DeliveryPresent { now: shop.clock.now().instant(), holidays: shop.state.data.holidays.clone() };
    let day = default_date(&present).map_err(text)?;
    day.map(|day| day.to_string()).ok_or_else(|| "No day is open for a delivery.".to_owned())
}

/// A whole quiz.
fn answers() -> serde_json::Map<String, Value> {
    let answers = json!({
        "birthday": "1988-04-12", "profession": "Landscape architect, mostly on site",
        "occasions": ["Weekends", "At the office"], "goals": ["Find me everyday pieces that last"],
        "adventure": "One surprise in each box", "about_me": "Always in navy, never without a good scarf.",
        "height_feet": "5", "height_inches": "7", "top_size": "M", "bra_band": "34", "bra_cup": "B",
        "top_fit": "Skimming", "bottom_size": "8", "hemline": ["Mid-calf"], "brand_1": "Saltmarsh", "size_1": "M",
        "denim_rise": "High rise", "denim_style": ["Straight", "Wide leg"], "style_looks": ["Classic", "Relaxed"],
        "denim_distress": "A little", "denim_spend": "$90 - $200", "disliked_colors": ["Yellow", "Lilac"],
        "patterns_avoid": ["Dots"], "spend_level": "$100 to $160", "pierced_ears": true, "jewellery_tone": "Gold",
        "never": "Ruffles. Not even one.", "match_with_stylist": "Linnea S.",
    });
    answers.as_object().cloned().unwrap_or_default()
}
