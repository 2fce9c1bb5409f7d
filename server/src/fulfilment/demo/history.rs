//! The history of the customer with two years of boxes. All of it goes through the services, at a clock that is set to the moments
//! of the past: a new demo has orders, money and messages as a real shop would after these years.

use super::customers::{DemoCustomer, PASSWORD, enrolled, ordered, proposed_day};
use crate::fulfilment::steps::{self, Step};
use crate::platform::clock::{Clock, Timestamp};
use crate::platform::error::{StaffError, StaffResult};
use crate::service::access::idempotency::IdempotencyKey;
use crate::service::checkout::purchase::{self, CheckedOut, Purchase};
use crate::service::checkout::{first_invoice, vouchers};
use crate::service::mail::outbox;
use crate::service::order::change::{self, Change, Decision};
use crate::service::order::{cancel, place};
use crate::state::{AppState, Parts};
use crate::store::account::customers::CustomerRow;
use crate::store::checkout::coupons;
use crate::store::order::items::{self, LineItemRow};
use crate::store::order::orders::{self, OrderRow};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use stylebox_core::checkout::coupon::{Coupon, CouponKind, NewCoupon};
use stylebox_core::checkout::review::{self, Review, SentReview};
use stylebox_core::order::order_form::{self, OrderForm, OrderWish};
use stylebox_core::order::{Actor, Status};
use stylebox_core::values::business_time::Date;
use stylebox_core::values::count::Count;
use stylebox_core::values::frequency::Type;
use stylebox_core::values::money::Money;

/// What happened, oldest first. Each is over before the next begins.
const EVENTS: &[Event] = &[
    Event::Box(PastBox {
        days_ago: 728,
        ending: Ending::Keeps(2),
        message: "My first box! I live in pants and would love a coat that goes with all of them.",
        review: Some(("Two of these I wear all the time. The rest was not for me.", 4)),
        ..PLAIN
    }),
    Event::Box(PastBox {
        days_ago: 672,
        ending: Ending::KeepsAll,
        review: Some(("Kept it all. That never happens to me.", 5)),
        ..PLAIN
    }),
    Event::Friend(Friend {
        days_ago: 640,
        buys: true,
        ..friend("nora@example.com", "Nora", "Bergstrom", "52 Clifton Avenue")
    }),
    // The reward for Nora's first box goes into this one.
    Event::Box(PastBox { days_ago: 612, ending: Ending::Keeps(3), ..PLAIN }),
    Event::Box(PastBox {
        days_ago: 560,
        ending: Ending::Keeps(0),
        review: Some(("Nothing this time: all of it was too dressed up for my days.", 2)),
        ..PLAIN
    }),
    Event::Box(PastBox {
        days_ago: 508,
        ending: Ending::Exchanges,
        message: "Back to weekends, please. Nothing that needs ironing.",
        review: Some(("Much better, thank you. In another size it is perfect.", 5)),
        ..PLAIN
    }),
    Event::Box(PastBox { days_ago: 455, ending: Ending::Keeps(2), ..PLAIN }),
    Event::Box(PastBox {
        days_ago: 402,
        ending: Ending::Keeps(1),
        message: "Something for a wedding in a garden, please.",
        ..PLAIN
    }),
    Event::Box(PastBox { days_ago: 356, ending: Ending::Cancelled, ..PLAIN }),
    Event::Box(PastBox {
        days_ago: 345,
        ending: Ending::Keeps(4),
        review: Some(("So hard to choose. What I kept got compliments all evening.", 5)),
        ..PLAIN
    }),
    Event::Box(PastBox { days_ago: 294, ending: Ending::Keeps(2), coupon: Some("SPRING15"), ..PLAIN }),
    Event::Box(PastBox { days_ago: 240, ending: Ending::KeepsAll, ..PLAIN }),
    Event::Box(PastBox {
        days_ago: 196,
        ending: Ending::Keeps(1),
        message: "Soft fabrics this time: I carry a baby all day.",
        ..PLAIN
    }),
    Event::Box(PastBox {
        days_ago: 148,
        ending: Ending::Exchanges,
        review: Some(("The other size came within days.", 4)),
        ..PLAIN
    }),
    Event::Box(PastBox { days_ago: 104, ending: Ending::Keeps(3), ..PLAIN }),
    Event::Box(PastBox {
        days_ago: 52,
        ending: Ending::Keeps(2),
        message: "Layers, please: the office is either freezing or hot.",
        review: Some(("Soft and in my colors. Thank you.", 5)),
        ..PLAIN
    }),
    // The reward for June's first box waits for the next one.
    Event::Friend(Friend {
        days_ago: 34,
        buys: true,
        ..friend("june@example.com", "June", "Albrecht", "9 Oak Grove Street")
    }),
    Event::Friend(Friend { days_ago: 16, ..friend("priya@example.com", "Priya", "Raman", "77 Willow Street") }),
    Event::Friend(Friend { days_ago: 6, ..friend("elsa@example.com", "Elsa", "Lindholm", "1508 Spruce Place") }),
];

enum Event {
    /// The customer ordered a box.
    Box(PastBox),
    /// A friend registered with the customer's code.
    Friend(Friend),
}

struct PastBox {
    /// How many days ago it was ordered.
    days_ago: u64,
    ending: Ending,
    /// The customer's word to the stylist; empty for none.
    message: &'static str,
    /// The coupon of the shop with which it was ordered.
    coupon: Option<&'static str>,
    /// The customer's review, and its stars.
    review: Option<(&'static str, u64)>,
}

/// A box about which nobody said a word.
const PLAIN: PastBox = PastBox { days_ago: 0, ending: Ending::KeepsAll, message: "", coupon: None, review: None };

/// How a box ended.
#[derive(Clone, Copy)]
enum Ending {
    KeepsAll,
    /// So many items were kept, and the others came back by mail.
    Keeps(usize),
    /// One item was kept, one was exchanged for another size, and the others came back.
    Exchanges,
    /// The order was cancelled at once.
    Cancelled,
}

struct Friend {
    /// How many days ago the friend registered.
    days_ago: u64,
    who: DemoCustomer,
    /// Whether the friend ordered a box at once and kept some of it.
    buys: bool,
}

const fn friend(email: &'static str, first_name: &'static str, last_name: &'static str, home: &'static str) -> Friend {
    let who = DemoCustomer { email, password: PASSWORD, about: "", first_name, last_name, home };
    Friend { days_ago: 0, who, buys: false }
}

/// What the customer said about items that went back, in turns.
const FEEDBACK: [&str; 4] = ["Too long in the sleeve.", "", "Lovely, but I have one like it.", "Not my color."];

/// How many percent the shop's coupon takes off.
const COUPON_PERCENT: u32 = 15;

/// The service in the past: the same state, at a clock that is set.
struct Past {
    state: AppState,
    clock: Arc<PastClock>,
    present: Timestamp,
}

/// A clock that stands still at a moment of the past.
#[derive(Default)]
struct PastClock(AtomicI64);

impl Clock for PastClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::Relaxed))
    }
}

impl Past {
    fn of(state: &AppState) -> Self {
        let clock = Arc::new(PastClock::default());
        let parts = Parts {
            settings: state.settings.clone(),
            keys: state.keys.clone(),
            db: state.db.clone(),
            clock: clock.clone(),
            random: Arc::clone(&state.random),
            password_cost: state.password_cost,
            providers: state.providers.clone(),
            data: state.data.clone(),
        };
        Self { state: AppState::new(parts), clock, present: state.clock.now() }
    }

    /// Goes to the morning of the day that was so many days ago.
    fn go_back(&self, days: u64) {
        let then = self.present.minus(Duration::from_secs(days * 24 * 60 * 60));
        self.go_to(then.today(), 9);
    }

    fn go_to(&self, day: Date, hour: u32) {
        self.clock.0.store(Timestamp::at_hour(day, hour).0, Ordering::Relaxed);
    }
}

/// Makes the customer, the boxes and the friends. What an interrupted start has made stays, and the rest follows.
///
/// # Errors
/// If a box cannot be composed, or a payment gets no answer.
pub(super) async fn make(state: &AppState, who: DemoCustomer) -> StaffResult<()> {
    let past = Past::of(state);
    past.go_back(730);
    let customer = enrolled(&past.state, who, None).await?;
    let mut boxes = 0;
    for event in EVENTS {
        match event {
            Event::Box(one) => {
                simulate_box(&past, (who, &customer), boxes, one).await?;
                boxes += 1;
            }
            Event::Friend(Friend { days_ago, who, buys }) => {
                past.go_back(*days_ago);
                let friend = enrolled(&past.state, *who, Some(&customer.referral_code)).await?;
                if *buys {
                    let one = PastBox { days_ago: *days_ago, ending: Ending::Keeps(2), ..PLAIN };
                    simulate_box(&past, (*who, &friend), 0, &one).await?;
                }
            }
        }
        outbox::deliver(&past.state).await?;
    }
    Ok(())
}

/// Orders a box, the customer's `nth`, counted from 0, and takes it to its end.
async fn simulate_box(
    past: &Past,
    (who, customer): (DemoCustomer, &CustomerRow),
    nth: usize,
    one: &PastBox,
) -> StaffResult<()> {
    let state = &past.state;
    past.go_back(one.days_ago);
    let made = orders::of_customer(&mut state.db.read().await?, &customer.id).await?;
    let id = match made.into_iter().rev().nth(nth) {
        Some(order) => order.id,
        None => order(state, (who, customer), nth == 0, one).await?,
    };
    loop {
        let found = orders::by_id(&mut state.db.read().await?, &id).await?;
        let order = found.ok_or_else(|| StaffError::unexpected("a demo order that is gone"))?;
        if order.status.is_finished() {
            return Ok(());
        }
        if matches!(one.ending, Ending::Cancelled) {
            cancel::by_customer(state, &customer.id, &id).await?;
            continue;
        }
        match steps::next(state, &order).await? {
            Some(step) => {
                let (day, hour) = when(step, &order)?;
                past.go_to(day, hour);
                steps::take(state, &id, step, Actor::Ops).await?;
            }
            None => {
                past.go_to(later(&order, 3)?, 20);
                check_out(state, &order, one).await?;
            }
        }
    }
}

/// Orders the box: the first one as a sign-up does.
async fn order(
    state: &AppState,
    (who, customer): (DemoCustomer, &CustomerRow),
    is_first: bool,
    one: &PastBox,
) -> StaffResult<String> {
    if let Some(code) = one.coupon {
        issue(state, code).await?;
    }
    let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let wish = order_form::parse(&OrderForm {
        ship_by_date: Some(proposed_day(state)?.to_string()),
        on_demand_customer_msg: text(one.message),
        coupon: one.coupon.and_then(text),
        ..OrderForm::default()
    })?;
    if is_first {
        // A friend gets no other box; the customer's next one is in the future.
        let frequency = if who.about.is_empty() { Type::OnDemand } else { Type::Every60Days };
        return ordered(state, who, customer, frequency, wish).await;
    }
    Ok(place::place(state, &customer.id, wish, None).await?)
}

/// Issues the shop's coupon, unless there is one with that code.
async fn issue(state: &AppState, code: &str) -> StaffResult<()> {
    if coupons::by_code(&mut state.db.read().await?, code).await?.is_some() {
        return Ok(());
    }
    let coupon = Coupon::new(CouponKind::PercentageOff, Money::from_dollars(COUPON_PERCENT));
    let today = state.clock.now().today();
    let new = NewCoupon {
        code: code.to_owned(),
        coupon: coupon.map_err(StaffError::unexpected)?,
        valid_from: today,
        valid_until: Some(today.plus_days(60).map_err(StaffError::unexpected)?),
        now: None,
    };
    vouchers::issue_coupon(state, new, None).await?;
    Ok(())
}

/// The day and hour of a step.
fn when(step: Step, order: &OrderRow) -> StaffResult<(Date, u32)> {
    let after_order = |days| order.created_at.today().plus_days(days).map_err(StaffError::unexpected);
    Ok(match step {
        Step::Style => (after_order(1)?, 11),
        Step::Ship | Step::Ready => (after_order(2)?, 16),
        Step::Deliver => (order.ship_by_date, 14),
        Step::SendBack | Step::ShipExchange => (later(order, 4)?, 10),
        Step::Receive => (later(order, 8)?, 13),
        Step::Complete | Step::Cancel | Step::Lose | Step::Stop => (later(order, 8)?, 15),
    })
}

/// The day so many days after the delivery.
fn later(order: &OrderRow, days: u64) -> StaffResult<Date> {
    order.delivery_date.unwrap_or(order.ship_by_date).plus_days(days).map_err(StaffError::unexpected)
}

/// Decides about the box, reviews it and checks out.
async fn check_out(state: &AppState, order: &OrderRow, one: &PastBox) -> StaffResult<()> {
    let (customer, id) = (&order.customer_id, &order.id);
    if order.status == Status::DeliveredToCustomer {
        let lines = items::lines(&mut state.db.read().await?, id).await?;
        let mut decisions = Vec::new();
        let mut is_exchanged = false;
        for (place, line) in lines.iter().enumerate() {
            let mut decided = decision(line, place, one.ending);
            if matches!(one.ending, Ending::Exchanges) && place > 0 && !is_exchanged {
                decided.exchange_size = change::exchange_sizes(state, customer, &line.id).await?.into_iter().next();
                is_exchanged = decided.exchange_size.is_some();
                decided.claimed_kept = Some(is_exchanged);
            }
            decisions.push(decided);
        }
        let review = one.review.map_or(Ok(Review { text: None, rating: None }), |(text, stars)| {
            review::parse(&SentReview { order_review: Some(text.to_owned()), review_rating: Count::new(stars) })
        })?;
        let change = Change { wish: OrderWish::default(), decisions: Some(decisions), review };
        change::change(state, customer, id, change).await?;
    }
    let invoice = first_invoice::create(state, customer, id).await?;
    let purchase =
        Purchase { expected_total_due: invoice.row.total_due, expected_gift_card_amount: None, exchange_address: None };
    let key = IdempotencyKey(format!("demo-{}", order.code));
    match purchase::check_out(state, customer, &invoice.row.id, &key, &purchase).await? {
        CheckedOut::Paid(_) => Ok(()),
        CheckedOut::Processing(_) => Err(StaffError::unexpected("a demo box that was not paid")),
    }
}

fn decision(line: &LineItemRow, place: usize, ending: Ending) -> Decision {
    let is_kept = match ending {
        Ending::KeepsAll => true,
        Ending::Keeps(count) => place < count,
        Ending::Exchanges => place == 0,
        Ending::Cancelled => false,
    };
    let feedback = FEEDBACK.get(place % FEEDBACK.len()).filter(|_| !is_kept).copied().unwrap_or_default();
    Decision {
        id: line.id.clone(),
        claimed_kept: Some(is_kept),
        exchange_size: None,
        customer_feedback: feedback.to_owned(),
    }
}
