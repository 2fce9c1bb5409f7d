//! Properties that hold for every input, not only for the golden ones.
#![expect(clippy::unwrap_used, clippy::arithmetic_side_effects, reason = "a test may panic")]

use proptest::{collection::vec, option, prelude::*, sample::subsequence};
use std::collections::BTreeSet;
use stylebox_core::{
    checkout::{
        coupon::{Coupon, CouponKind},
        decision::Action,
        invoice::{self, Charges, PreviewDecision, PreviewInput, PreviewLine},
    },
    delivery::{
        calendar::{self, CalendarStretch},
        day::StoreDays,
        delivery_calendar::{self, DeliveryPresent},
        flow::Flow,
        pickup_calendar,
    },
    order::{self, CheckOutInput, Status, Transition},
    policy,
    screens::{
        dashboard::{self, TileAction, TileInput, TileOrder},
        purchase_history::{self, NextPage},
    },
    terms::ShopTerms,
    values::{
        business_time::{Date, Holidays, Instant, today},
        count::Count,
        money::{Money, Percentage, TaxRate},
    },
};

fn start() -> Date {
    Date::new(2026, 1, 1).unwrap()
}

/// Any second of three years, one of them a leap year.
fn instants() -> impl Strategy<Value = Instant> {
    let first = 1_767_225_600_i64;
    (first..first + 3 * 366 * 86_400).prop_map(|seconds| Instant::from_unix_micros(seconds * 1_000_000).unwrap())
}

fn dates() -> impl Strategy<Value = Date> {
    (0_u64..1_400).prop_map(|days| start().plus_days(days).unwrap())
}

fn date_lists() -> impl Strategy<Value = Vec<Date>> {
    vec(dates(), 0..60)
}

fn holidays() -> impl Strategy<Value = Holidays> {
    (date_lists(), date_lists(), date_lists(), date_lists()).prop_map(|(company, mail, pickup, custom)| Holidays {
        company_holidays: company,
        mail_holidays: mail,
        pickup_holidays: pickup,
        custom_ship_disallowed_dates: custom,
    })
}

/// Usual prices, a few cents, and amounts up to the largest that an input can have.
fn amounts() -> impl Strategy<Value = Money> {
    let cents = prop_oneof![4 => 0_i64..100_000, 1 => 0_i64..5, 1 => 0_i64..100_000_000_000_000_000];
    cents.prop_map(|cents| Money::from_cents(cents).unwrap())
}

fn coupons() -> impl Strategy<Value = Coupon> {
    prop_oneof![
        amounts().prop_map(Coupon::AmountOff),
        (0_i64..=10_000)
            .prop_map(|cents| Coupon::PercentageOff(Percentage::new(Money::from_cents(cents).unwrap()).unwrap())),
    ]
}

fn tax_rates() -> impl Strategy<Value = TaxRate> {
    (0_u32..1_000_000).prop_map(|millionths| format!("0.{millionths:06}").parse().unwrap())
}

fn previews() -> impl Strategy<Value = PreviewInput> {
    let actions = prop_oneof![Just(None), proptest::sample::select(Action::ALL).prop_map(Some)];
    let lines = vec((amounts(), option::of(actions)), 0..8);
    (lines, option::of(coupons()), tax_rates(), amounts(), amounts(), amounts()).prop_map(
        |(lines, coupon, tax_rate, shipping_tax, credit, gift_card_balance)| {
            let id = |index: usize| index.to_string();
            let decided =
                lines.iter().enumerate().filter_map(|(index, (_, decided))| decided.map(|action| (index, action)));
            PreviewInput {
                decisions: decided.map(|(index, action)| PreviewDecision { id: id(index), action }).collect(),
                lines: lines
                    .iter()
                    .enumerate()
                    .map(|(index, &(price, _))| PreviewLine { id: id(index), price })
                    .collect(),
                coupon,
                tax_rate,
                shipping_tax,
                credit,
                gift_card_balance,
            }
        },
    )
}

/// What a retailer can set for items and calendars, in any combination.
fn terms() -> impl Strategy<Value = ShopTerms> {
    let months = 1..=policy::MOST_MONTHS_AHEAD;
    (2..=policy::LARGEST_MULTI_ITEM_COUNT, 1_u64..=100, months.clone(), months, 0_u64..=24).prop_map(
        |(multi_item_count, multi_item_percent, delivery_months_ahead, pickup_months_ahead, pickup_cutoff_hour)| {
            ShopTerms {
                multi_item_count,
                multi_item_percent,
                delivery_months_ahead,
                pickup_months_ahead,
                pickup_cutoff_hour,
                ..ShopTerms::SPEC.clone()
            }
        },
    )
}

proptest! {
    #[test]
    fn credit_gift_card_and_card_together_pay_exactly_the_total(input in previews(), terms in terms()) {
        let preview = invoice::preview(&input, &terms).unwrap();
        let paid = Money::sum([preview.credit_used, preview.gift_card_used, preview.total_due]).unwrap();
        prop_assert_eq!(paid, preview.total_with_tax);
        prop_assert!(preview.total_due.to_cents() >= 0);
        prop_assert!(preview.credit_used <= input.credit && preview.gift_card_used <= input.gift_card_balance);
        prop_assert!(preview.gift_card_used.is_zero() || preview.credit_used == input.credit);
        prop_assert!(preview.total_before_tax <= preview.subtotal);
        let counted = preview.kept_or_exchanged.get() + preview.undecided.get();
        prop_assert!(counted <= u64::try_from(input.lines.len()).unwrap());
        prop_assert_eq!(preview.four_items, preview.kept_or_exchanged.get() >= terms.multi_item_count);
    }

    #[test]
    fn a_coupon_never_makes_a_box_dearer(input in previews(), terms in terms()) {
        let with = invoice::preview(&input, &terms).unwrap();
        let without = invoice::preview(&PreviewInput { coupon: None, ..input }, &terms).unwrap();
        prop_assert!(with.total_due <= without.total_due);
        prop_assert_eq!(with.total_before_tax, without.total_before_tax.less(with.discount));
    }

    #[test]
    fn a_coupon_that_is_worth_more_never_makes_a_box_dearer(
        input in previews(), less in 0_i64..=10_000, more in 0_i64..=10_000, kind in proptest::sample::select(CouponKind::ALL),
        terms in terms(),
    ) {
        let due = |cents: i64| {
            let coupon = Some(Coupon::new(kind, Money::from_cents(cents).unwrap()).unwrap());
            invoice::preview(&PreviewInput { coupon, ..input.clone() }, &terms).unwrap().total_due
        };
        prop_assert!(due(less.max(more)) <= due(less.min(more)));
    }

    #[test]
    fn a_total_is_never_negative_and_never_rises_with_a_discount(
        (subtotal, tax, shipping_tax) in (amounts(), amounts(), amounts()), count in 0_u64..9,
        (less, more) in (amounts(), amounts()), (credit, gift_card_balance) in (amounts(), amounts()), terms in terms(),
    ) {
        let kept_or_exchanged = Count::new(count).unwrap();
        let due = |discount| {
            let charges = Charges { subtotal, kept_or_exchanged, discount, tax, shipping_tax, credit, gift_card_balance };
            invoice::total_due(&charges, &terms)
        };
        let (dearer, cheaper) = (due(less).unwrap(), due(less.plus(more).unwrap()).unwrap());
        prop_assert!(cheaper.total_due <= dearer.total_due);
        prop_assert!(cheaper.total_with_tax <= dearer.total_with_tax);
        for total in [dearer, cheaper] {
            let parts = [total.multi_item_discount, total.total_before_tax, total.credit_used, total.gift_card_used, total.total_due];
            prop_assert!(parts.iter().all(|part| part.to_cents() >= 0));
            let paid = Money::sum([total.credit_used, total.gift_card_used, total.total_due]).unwrap();
            prop_assert_eq!(paid, total.total_with_tax);
        }
    }

    #[test]
    fn an_amount_is_the_same_after_it_is_written_and_read(cents in 0_i64..100_000_000_000_000_000) {
        let amount = Money::from_cents(cents).unwrap();
        prop_assert_eq!(amount.to_string().parse::<Money>().unwrap(), amount);
    }

    #[test]
    fn an_instant_is_the_same_after_it_is_written_and_read(now in instants()) {
        prop_assert_eq!(now.to_string().parse::<Instant>().unwrap(), now);
    }

    #[test]
    fn a_window_blocks_the_same_days_as_the_calendars(
        from in dates(), length in 0_u64..60, now in instants(), holidays in holidays(), terms in terms(),
    ) {
        let to = from.plus_days(length).unwrap();
        for kind in [Flow::Pickup, Flow::Delivery] {
            let stretch = CalendarStretch { kind, from, to, now, holidays: holidays.clone(), store_days: None };
            let days = calendar::window(&stretch, &terms).unwrap();
            prop_assert_eq!(u64::try_from(days.len()).unwrap(), length + 1);
            for (offset, day) in (0..).zip(&days) {
                prop_assert_eq!(day.date, from.plus_days(offset).unwrap());
                let alone = match kind {
                    Flow::Pickup => pickup_calendar::blocked_on(day.date, now, &holidays, None, &terms),
                    Flow::Delivery => delivery_calendar::blocked_on(day.date, now, &holidays, &terms),
                };
                prop_assert_eq!(day.blocked, alone.unwrap());
            }
        }
    }

    #[test]
    fn the_days_of_a_store_only_close_days(
        now in instants(), holidays in holidays(), transit_days in 0_u64..10, closed in vec(0_u64..60, 0..20),
        first in 0_u64..120, terms in terms(),
    ) {
        let from = today(now).plus_days(first).unwrap();
        let to = from.plus_days(60).unwrap();
        let closed_dates: Vec<Date> = closed.iter().map(|&days| from.plus_days(days).unwrap()).collect();
        let days = StoreDays { transit_days: Count::new(transit_days).unwrap(), closed_dates: closed_dates.clone() };
        let window = |store_days| {
            let holidays = holidays.clone();
            let stretch = CalendarStretch { kind: Flow::Pickup, from, to, now, holidays, store_days };
            calendar::window(&stretch, &terms).unwrap()
        };
        let (of_store, of_any) = (window(Some(days)), window(None));
        prop_assert_eq!(of_store.len(), of_any.len());
        let leaves_today = holidays.clone();
        for (day, any) in of_store.iter().zip(&of_any) {
            prop_assert_eq!(day.date, any.date);
            // A day that is blocked for every store is blocked for the same reason here.
            if any.blocked.is_some() {
                prop_assert_eq!(day.blocked, any.blocked);
                continue;
            }
            // The box leaves on a working day, today or later, and needs its days of transit. Nothing else closes a day.
            let mut leaves = day.date.minus_days(transit_days).unwrap();
            while leaves >= today(now) && (leaves.is_weekend() || leaves_today.stops_shipping(leaves)) {
                leaves = leaves.minus_days(1).unwrap();
            }
            let is_open = leaves >= today(now) && !closed_dates.contains(&day.date);
            prop_assert_eq!(day.blocked.is_none(), is_open, "{}", day.date);
        }
    }

    #[test]
    fn the_proposed_day_is_the_first_open_one(
        now in instants(), holidays in holidays(), closed_days in 0_u64..200, terms in terms(),
    ) {
        let wanted = today(now).plus_days(4).unwrap();
        // Enough days are closed that sometimes none is left.
        let closed = (0..closed_days).map(|days| wanted.plus_days(days).unwrap());
        let custom_ship_disallowed_dates = closed.chain(holidays.custom_ship_disallowed_dates.clone()).collect();
        let holidays = Holidays { custom_ship_disallowed_dates, ..holidays };
        let blocked = |date| delivery_calendar::blocked_on(date, now, &holidays, &terms).unwrap();

        let present = DeliveryPresent { now, holidays: holidays.clone() };
        let proposed = delivery_calendar::default_date(&present, &terms).unwrap();
        prop_assert_eq!(proposed.and_then(blocked), None);
        let end = proposed.unwrap_or_else(|| today(now).plus_months(terms.delivery_months_ahead).unwrap().plus_days(1).unwrap());
        let mut earlier = wanted;
        while earlier < end {
            prop_assert!(blocked(earlier).is_some(), "{} is open", earlier);
            earlier = earlier.plus_days(1).unwrap();
        }
    }

    #[test]
    fn a_box_leaves_on_a_working_day_in_time(date in dates(), holidays in holidays()) {
        let leaves = delivery_calendar::ships_on(date, policy::TRANSIT_DAYS, &holidays).unwrap();
        prop_assert!(leaves.days_until(date) >= 3);
        prop_assert!(!leaves.is_weekend() && !holidays.stops_shipping(leaves));
    }

    #[test]
    fn a_page_is_appended_without_doubles(
        have in subsequence(vec!["a", "b", "c", "d", "e"], 0..=5).prop_shuffle(), page in vec("[a-h]", 0..12),
    ) {
        let have: Vec<_> = have.into_iter().map(str::to_owned).collect();
        let pages = purchase_history::append(&NextPage { have: have.clone(), page: page.clone() });
        prop_assert!(pages.ids.starts_with(&have));
        let ids: BTreeSet<_> = pages.ids.iter().collect();
        prop_assert_eq!(ids.len(), pages.ids.len());
        prop_assert!(page.iter().all(|id| ids.contains(id)));
    }
}

#[test]
fn a_window_has_at_most_four_hundred_days() {
    let now = "2026-01-15T18:00:00Z".parse().unwrap();
    let window = |days| {
        let to = start().plus_days(days).unwrap();
        let holidays = Holidays::default();
        let stretch = CalendarStretch { kind: Flow::Delivery, from: start(), to, now, holidays, store_days: None };
        calendar::window(&stretch, ShopTerms::SPEC)
    };
    assert_eq!(window(399).unwrap().len(), 400);
    assert!(window(400).is_err());
}

/// Every status that can follow `from`, in any number of steps.
fn reachable(from: Status, customer_pick_up: bool) -> BTreeSet<Status> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(status) = open.pop() {
        for &next in order::next_statuses(status, customer_pick_up) {
            if found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}

#[test]
fn every_status_leads_to_a_finished_one_and_no_status_follows_that() {
    for customer_pick_up in [false, true] {
        for &from in Status::ALL {
            if from.is_finished() {
                let nowhere = |&to: &Status| !order::can_transition(&Transition { from, to, customer_pick_up });
                assert!(Status::ALL.iter().all(nowhere), "{from} goes somewhere");
            } else {
                assert!(
                    reachable(from, customer_pick_up).iter().any(|status| status.is_finished()),
                    "{from} never ends"
                );
            }
        }
    }
}

#[test]
fn each_kind_of_order_passes_through_its_own_statuses() {
    let of_pickups = [Status::ReadyForCustomerPickUp, Status::ReadyToPickUp];
    let of_shipments = [Status::ReadyToShip, Status::InTransitToCustomer];
    for (customer_pick_up, own, other) in [(false, of_shipments, of_pickups), (true, of_pickups, of_shipments)] {
        let reached = reachable(Status::Created, customer_pick_up);
        assert!(own.iter().all(|status| reached.contains(status)));
        assert!(!other.iter().any(|status| reached.contains(status)));
        assert_eq!(reached.len(), Status::ALL.len() - other.len() - 1, "all but the other kind's and the first");
    }
}

#[test]
fn an_order_can_be_checked_out_exactly_if_the_tile_offers_it() {
    let now = "2026-11-20T18:00:00Z".parse().unwrap();
    for &status in Status::ALL {
        for (customer_pick_up, has_paid_invoice) in [(false, false), (false, true), (true, false), (true, true)] {
            let order = TileOrder {
                status,
                customer_pick_up,
                tracking_code: None,
                checkout_by_date: None,
                extended: false,
                has_paid_invoice,
                payment_problem: None,
                nothing_came_back: None,
                delay: None,
            };
            let input = TileInput { order: Some(order), now, is_closing: None };
            let tile = dashboard::tile(&input, ShopTerms::SPEC).unwrap();
            let can = order::can_check_out(&CheckOutInput { status, has_paid_invoice });
            assert_eq!(tile.actions.contains(&TileAction::CheckOut), can, "{status}");
        }
    }
}

#[test]
fn a_box_is_in_the_warehouse_or_store_from_styled_until_handed_over() {
    for &from in Status::ALL {
        for customer_pick_up in [false, true] {
            for &to in order::next_statuses(from, customer_pick_up) {
                let is_packed = from == Status::Styling && to == Status::Styled;
                assert!(is_packed || from.is_in_warehouse() || !to.is_in_warehouse(), "{from} to {to}");
                let is_handed_over =
                    [Status::InTransitToCustomer, Status::DeliveredToCustomer, Status::Fraud].contains(&to);
                assert!(is_handed_over || !from.is_in_warehouse() || to.is_in_warehouse(), "{from} to {to}");
            }
        }
    }
}
