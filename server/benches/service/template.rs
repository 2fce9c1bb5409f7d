//! The template customers: each is made once, through the service itself, in a small database of its own, and then copied as
//! often as needed.
//!
//! The past is two customers, one of whom referred the other, with [`ORDERS_OF_A_CUSTOMER`] finished orders each, of every kind.
//! The present is customers with a box at home, customers between two boxes of their subscription, one with many past orders
//! and a box at home, and one whose styling fee is declined.

use crate::customer_maker::{CustomerMaker, DAYS_TO_THE_DOOR, Ending, endings};
use crate::report::{Result, Step as Progress};
use crate::service::Service;
use chrono::{Days, NaiveDate};
use stylebox_core::order::Actor;
use stylebox_core::terms::ShopTerms;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::jobs::ALL;

pub const ORDERS_OF_A_CUSTOMER: usize = 20;
/// One copy of the past is two customers.
pub const ORDERS_OF_A_COPY: u64 = 2 * ORDERS_OF_A_CUSTOMER as u64;
/// On how many different days the boxes were delivered that are at home.
pub const DAYS: u64 = 8;
/// The ZIP, which differs in each copy.
pub const ZIP: &str = "55403";
/// The street, without the house number, which differs in each copy.
pub const STREET: &str = " Harmon Place";
/// How a phone number begins; its last two digits are the customer's house. It differs in each copy.
pub const PHONE: &str = "61255501";

/// A card that is accepted, and one that can be saved but is declined when charged.
const CARD: &str = "4242424242424242";
const DECLINED_CARD: &str = "4000000000000341";
/// A card that lasts, and one that ends within the days that the benchmark runs, so that its owner is notified.
const ENDS_LATE: &str = "12/29";
const ENDS_SOON: &str = "04/26";

/// What a customer is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Finished orders only.
    Past,
    /// Many finished orders, and a box at home.
    Veteran,
    /// A first box at home, delivered on one of [`DAYS`].
    BoxAtHome,
    /// A subscription whose next-box notice is due.
    Subscriber,
    /// An order whose styling fee is declined.
    Declined,
}

#[derive(Debug, Clone)]
pub struct TemplateCustomer {
    pub kind: Kind,
    pub email: String,
    pub customer: String,
    /// The newest order.
    pub order: String,
    /// The line items of that order.
    pub lines: Vec<String>,
}

/// The first day of the past, the first day of the present, and the day on which the first of the boxes at home was delivered.
const PAST: (i32, u32, u32) = (2024, 1, 8);
const PRESENT: (i32, u32, u32) = (2025, 1, 6);
const HOME: (i32, u32, u32) = (2026, 3, 6);

fn date((year, month, day): (i32, u32, u32)) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).unwrap_or_default()
}

/// The first day of the present. An id begins with its time, so every id of the present is later, and every one of the past
/// earlier.
pub fn present() -> NaiveDate {
    date(PRESENT)
}

/// The day on which customers decide and check out: all boxes are at home, and the first reminder is due the day after.
pub fn today() -> NaiveDate {
    date(HOME).checked_add_days(Days::new(2)).unwrap_or_default()
}

/// How many days after [`today`] the jobs run: until the system has checked out the last of the boxes at home.
pub const PLAYED_DAYS: u64 = DAYS + ShopTerms::SPEC.try_on_days_shipped + 1 - 2;

/// Makes all customers.
pub async fn build(service: &Service) -> Result<Vec<TemplateCustomer>> {
    let mut step = Progress::begin("Making the customers that are copied, through the service");
    let mut people = Vec::new();
    service.clock.set(date(PAST), 0);
    let mut ann =
        CustomerMaker::new(service, 0, "past-ann@example.com", None, "subscription_on_demand", ENDS_LATE).await?;
    service.clock.set(date(PAST), 30);
    let code = ann.referral_code.clone();
    let mut bea =
        CustomerMaker::new(service, 1, "past-bea@example.com", Some(&code), "subscription_on_demand", ENDS_LATE)
            .await?;
    for (person, maker) in [&mut ann, &mut bea].into_iter().enumerate() {
        service.clock.set(date(PAST), 31);
        let mut endings = endings();
        if person == 1 {
            endings.pop();
            endings.push(Ending::Fraud);
        }
        maker.place_orders(service, &endings, CARD, |orders| step.progress(format!("{orders} orders"))).await?;
    }
    people.extend([ann.person(Kind::Past), bea.person(Kind::Past)]);

    service.clock.set(date(PRESENT), 0);
    let mut veteran =
        CustomerMaker::new(service, 2, "veteran@example.com", None, "subscription_on_demand", ENDS_LATE).await?;
    veteran.place_orders(service, &endings(), CARD, |orders| step.progress(format!("{orders} orders"))).await?;

    // The jobs get done with what they record about customers whose orders are long over.
    for job in ALL.iter().filter(|job| (job.every)(&service.state.settings).is_some()) {
        service.run_job(job.name).await?;
    }

    // The next-box notice is due 21 days after a delivery: on the days that the jobs run.
    let home = date(HOME);
    for (house, day) in (10..).zip(0..DAYS) {
        let came = home.checked_sub_days(Days::new(18)).unwrap_or_default();
        let email = format!("subscriber-{day}@example.com");
        service.clock.set(came, day);
        service.clock.advance(-DAYS_TO_THE_DOOR);
        let mut maker = CustomerMaker::new(service, house, &email, None, "subscription_30_day", ENDS_SOON).await?;
        maker.place_orders(service, &[Ending::KeepsAll], CARD, |_| ()).await?;
        people.push(maker.person(Kind::Subscriber));
        step.progress(email);
    }
    for (house, day) in (30..).zip(0..DAYS) {
        let email = format!("home-{day}@example.com");
        service.clock.set(home, day);
        service.clock.advance(-DAYS_TO_THE_DOOR);
        let mut maker = CustomerMaker::new(service, house, &email, None, "subscription_30_day", ENDS_LATE).await?;
        maker.order(service, CARD).await?;
        maker.deliver(service).await?;
        people.push(maker.person(Kind::BoxAtHome));
        step.progress(email);
    }
    service.clock.set(home, 0);
    service.clock.advance(-DAYS_TO_THE_DOOR);
    veteran.order(service, CARD).await?;
    veteran.deliver(service).await?;
    people.push(veteran.person(Kind::Veteran));

    service.clock.set(home, 0);
    let mut declined =
        CustomerMaker::new(service, 3, "declined@example.com", None, "subscription_30_day", ENDS_LATE).await?;
    declined.order(service, DECLINED_CARD).await?;
    if steps::take(&service.state, &declined.order, Step::Style, Actor::Ops).await.is_ok() {
        return Err("A styling fee that was to be declined was paid.".to_owned());
    }
    people.push(declined.person(Kind::Declined));

    service.clock.set(home, DAYS);
    service.run_job("outbox").await?;
    service.ops("audit").await?;
    // In a real shop of that age, expired sessions, challenges and rate limits would have been cleared out too.
    service.clock.set(home, 365);
    service.run_job("housekeeping").await?;
    step.done(format!("{} customers", people.len()));
    Ok(people)
}
