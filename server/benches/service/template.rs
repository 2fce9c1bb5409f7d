//! The customers that the benchmark's databases are made of: each is made once, through the service itself, in a small
//! database of its own, and then copied as often as is needed.
//!
//! The past: two customers, one the other's friend, with [`ORDERS_OF_A_CUSTOMER`] finished orders each, of every kind. The
//! present: customers with a box at home, customers between two boxes of their subscription, one with a long past and a box
//! at home, one whose styling fee is declined.

use crate::maker::{DAYS_TO_THE_DOOR, Ending, Maker, endings};
use crate::report::{Result, Step as Progress};
use crate::shop::Shop;
use chrono::{Days, NaiveDate};
use stylebox_core::order::Actor;
use stylebox_core::policy;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::jobs::ALL;

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
