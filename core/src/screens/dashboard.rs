//! The dashboard: which order is the current one, and what its tile says and offers (spec B, sections 2 and 4).

use crate::{
    InputError,
    checkout::{
        line_item::{self, ReturnInput},
        try_on_days::{self, ExtensionInput, ReturnByInput},
    },
    messages::orders as texts,
    order::{self, CheckOutInput, Status, TileKind},
    screens::{
        orders::{self, SentOrder},
        tile::{self, PaymentProblem, TileDelay},
    },
    terms::ShopTerms,
    values::{
        business_time::{Date, Instant, today},
        words::{labels, words},
    },
    wire::{Input, non_empty},
};
use serde::Serialize;

/// An order and its status.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct OrderRef {
    /// The id that `dashboard.current_order` answers.
    pub id: String,
    /// The status, which says whether the order is finished.
    pub status: Status,
}

/// Orders and their statuses.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct OrderRefs {
    /// All of a customer's orders; the first that is not finished is the current one.
    pub orders: Vec<OrderRef>,
}

/// `dashboard.current_order`: the first order that is not finished, or nothing.
#[must_use]
pub fn current_order(list: &OrderRefs) -> Option<String> {
    list.orders.iter().find(|order| !order.status.is_finished()).map(|order| order.id.clone())
}

words! {
    /// What the customer can do on the tile.
    pub enum TileAction {
        /// Order a box to be shipped.
        OrderBox = "order_box",
        /// Order a box to be picked up.
        OrderPickup = "order_pickup",
        /// Change the order.
        Customize = "customize",
        /// Look at the order.
        View = "view",
        /// Cancel the order.
        Cancel = "cancel",
        /// Follow the shipment.
        Track = "track",
        /// Decide about the items, and pay.
        CheckOut = "check_out",
        /// Extend the checkout.
        Extend = "extend",
        /// Give another card, for which the box waits.
        ChangePayment = "change_payment",
        /// Confirm a payment on the bank's page.
        ConfirmPayment = "confirm_payment",
        /// Keep an order that is late, and wait for it.
        KeepOrder = "keep_order",
    }
}

labels! {
    TileAction {
        OrderBox = "Order a box",
        OrderPickup = "Order a pick-up",
        Customize = "Customize my order",
        View = "View my order",
        Cancel = "Cancel my order",
        Track = "Track my shipment",
        CheckOut = "Review and check out",
        Extend = "Extend checkout",
        ChangePayment = "Change payment",
        ConfirmPayment = "Confirm with my bank",
        KeepOrder = "Keep my order",
    }
}

impl TileKind {
    /// How far the box is on its way, from 0 to 5; nothing if there is none.
    const fn stage(self) -> Option<usize> {
        match self {
            Self::OrderABox => None,
            Self::Scheduled | Self::Placed => Some(0),
            Self::BeingStyled => Some(1),
            Self::OnItsWay | Self::ReadyToGo => Some(2),
            Self::TimeToCheckOut => Some(3),
            Self::CheckoutComplete => Some(4),
            Self::ReturnShipped | Self::ReturnReceived | Self::ReturnClosed => Some(5),
        }
    }
}

/// The facts about the current order that its tile depends on.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct TileOrder {
    /// The status, which decides with the way of delivery which tile is shown.
    pub status: Status,
    /// Whether the customer picks the box up at a store.
    pub customer_pick_up: bool,
    /// The shipment's code, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub tracking_code: Option<String>,
    /// The day to check out by; null if there is none yet.
    pub checkout_by_date: Option<Date>,
    /// Whether the checkout has been extended already.
    pub extended: bool,
    /// True once a checkout of the order is paid.
    pub has_paid_invoice: bool,
    /// Why a payment waits for the customer, or null.
    pub payment_problem: Option<PaymentProblem>,
    /// Whether nothing has come back (`orders.nothing_came_back`); null or missing is no.
    #[serde(default)]
    pub nothing_came_back: Option<bool>,
    /// The delay of an order that is late, or was; null or missing if it never was.
    #[serde(default)]
    pub delay: Option<TileDelay>,
}

/// The current order, and the current time.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct TileInput {
    /// The current order, or null.
    pub order: Option<TileOrder>,
    /// The current time.
    pub now: Instant,
    /// Whether the account is being closed; null or missing is no.
    #[serde(default)]
    pub is_closing: Option<bool>,
}

/// The tile of the current order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Tile {
    /// What it says.
    pub kind: TileKind,
    /// What it offers, in order.
    pub actions: Vec<TileAction>,
    /// The day by which a return must be postmarked, once checked out; otherwise null.
    pub return_by: Option<Date>,
}

/// `dashboard.tile`: what the tile of the current order says and offers. No box can be ordered while the account is being closed.
///
/// # Errors
/// If a day would be after the year 9999.
pub fn tile(input: &TileInput, terms: &ShopTerms) -> Result<Tile, InputError> {
    let mut tile = tile_of(input.order.as_ref(), input.now, terms)?;
    if input.is_closing == Some(true) {
        tile.actions.retain(|action| !ordering().contains(action));
    }
    Ok(tile)
}

fn tile_of(order: Option<&TileOrder>, now: Instant, terms: &ShopTerms) -> Result<Tile, InputError> {
    let Some(order) = order else {
        return Ok(Tile { kind: TileKind::OrderABox, actions: ordering(), return_by: None });
    };
    let kind = match order.status.tile(order.customer_pick_up) {
        TileKind::ReturnReceived if order.nothing_came_back == Some(true) => TileKind::ReturnClosed,
        kind => kind,
    };
    let actions = actions_of(kind, order, now, terms)?;
    let return_by = match (kind, order.checkout_by_date) {
        (TileKind::CheckoutComplete, Some(checkout_by_date)) => {
            Some(try_on_days::return_by(&ReturnByInput { checkout_by_date, now })?)
        }
        _ => None,
    };
    Ok(Tile { kind, actions, return_by })
}

fn ordering() -> Vec<TileAction> {
    vec![TileAction::OrderBox, TileAction::OrderPickup]
}

fn actions_of(
    kind: TileKind,
    order: &TileOrder,
    now: Instant,
    terms: &ShopTerms,
) -> Result<Vec<TileAction>, InputError> {
    let can_check_out =
        order::can_check_out(&CheckOutInput { status: order.status, has_paid_invoice: order.has_paid_invoice });
    let waits = order.payment_problem.is_some();
    let is_asked = asked_until(kind, order).is_some();
    let to_confirm = order.payment_problem == Some(PaymentProblem::Confirm);
    let actions = match kind {
        TileKind::OrderABox => ordering(),
        TileKind::Scheduled | TileKind::Placed => {
            let look = if kind == TileKind::Placed { TileAction::View } else { TileAction::Customize };
            offered(&[
                (is_asked, TileAction::KeepOrder),
                (to_confirm, TileAction::ConfirmPayment),
                (waits, TileAction::ChangePayment),
                (true, look),
                (true, TileAction::Cancel),
            ])
        }
        TileKind::BeingStyled => offered(&[(is_asked, TileAction::KeepOrder), (is_asked, TileAction::Cancel)]),
        TileKind::CheckoutComplete => vec![],
        // A checkout has begun, so nothing else can be done before it ends.
        _ if to_confirm => vec![TileAction::ConfirmPayment, TileAction::ChangePayment],
        TileKind::OnItsWay => offered(&[
            (order.tracking_code.is_some(), TileAction::Track),
            (can_check_out, TileAction::CheckOut),
            (can_check_out && waits, TileAction::ChangePayment),
        ]),
        TileKind::ReadyToGo | TileKind::ReturnShipped | TileKind::ReturnReceived | TileKind::ReturnClosed => {
            offered(&[(can_check_out, TileAction::CheckOut), (can_check_out && waits, TileAction::ChangePayment)])
        }
        TileKind::TimeToCheckOut => {
            let &TileOrder { checkout_by_date, extended, .. } = order;
            let extension = try_on_days::extension(&ExtensionInput { checkout_by_date, extended, now }, terms)?;
            offered(&[
                (can_check_out, TileAction::CheckOut),
                (extension.offered, TileAction::Extend),
                (can_check_out && waits, TileAction::ChangePayment),
            ])
        }
    };
    Ok(actions)
}

/// Until when the customer can answer whether to keep a late order; nothing if they are not asked.
fn asked_until(kind: TileKind, order: &TileOrder) -> Option<Date> {
    delay_of(kind, order).and_then(|delay| delay.answer_by)
}

/// The delay of an order that is not sent yet.
fn delay_of(kind: TileKind, order: &TileOrder) -> Option<TileDelay> {
    order.delay.filter(|_| matches!(kind, TileKind::Scheduled | TileKind::Placed | TileKind::BeingStyled))
}

fn offered(actions: &[(bool, TileAction)]) -> Vec<TileAction> {
    actions.iter().filter(|(offered, _)| *offered).map(|(_, action)| *action).collect()
}

/// An item of the box.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct TileItem {
    /// The line item's id, as [`TileGarments`] lists it.
    pub id: String,
    /// Whether the customer keeps it, in this or another size; null while undecided.
    pub claimed_kept: Option<bool>,
    /// The size that it is exchanged for, or null.
    #[serde(default, deserialize_with = "non_empty")]
    pub exchange_size: Option<String>,
}

/// The current order, its days and items, and the current time.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct TileDetailsInput {
    /// The current order, or null.
    pub order: Option<TileOrder>,
    /// The day on which the box is expected, or null.
    pub expected_delivery_date: Option<Date>,
    /// The day that the customer chose, or null.
    pub ship_by_date: Option<Date>,
    /// The items of the box.
    pub items: Vec<TileItem>,
    /// The current time.
    pub now: Instant,
}

/// The date below the tile's title, and what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct TileDay {
    /// The words before it: `Arriving`.
    pub label: &'static str,
    /// The day in the retailer's time zone.
    pub date: Date,
    /// Whether the customer has to act by then.
    pub is_deadline: bool,
}

/// The items that are shown with the tile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct TileGarments {
    /// The heading over them.
    pub title: &'static str,
    /// Their ids, in the given order.
    pub ids: Vec<String>,
}

/// What the tile shows below its title.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct TileDetails {
    /// The next day that matters, or null.
    pub day: Option<TileDay>,
    /// The text.
    pub sentences: Vec<&'static str>,
    /// Whether to show the address of the store at which the customer picks the box up.
    pub shows_store: bool,
    /// The stages of a box on its way.
    pub stages: [&'static str; 6],
    /// Which of them the box has reached, from 0 on; null if there is none under way.
    pub stage: Option<usize>,
    /// The items that are shown; null if none are. Before the box arrives, they are a surprise.
    pub garments: Option<TileGarments>,
}

/// `dashboard.tile_details`: what the tile shows below its title.
///
/// # Errors
/// If a day would be after the year 9999.
pub fn tile_details(input: &TileDetailsInput) -> Result<TileDetails, InputError> {
    let order = input.order.as_ref();
    // The terms decide only whether an extension is offered, and no detail depends on that.
    let Tile { kind, actions, return_by } = tile_of(order, input.now, ShopTerms::SPEC)?;
    let customer_pick_up = order.is_some_and(|order| order.customer_pick_up);
    let keeps_all = kind == TileKind::CheckoutComplete && !input.items.iter().any(goes_back);
    let check_out_by = order.and_then(|order| order.checkout_by_date);
    let is_over = kind == TileKind::TimeToCheckOut && check_out_by.is_some_and(|by| today(input.now) > by);
    let is_deadline = matches!(kind, TileKind::TimeToCheckOut | TileKind::CheckoutComplete) && !is_over;
    let delay = order.and_then(|order| delay_of(kind, order));
    let answer_by = delay.and_then(|delay| delay.answer_by);
    let (label, date) = match kind {
        TileKind::Scheduled | TileKind::Placed | TileKind::BeingStyled | TileKind::OnItsWay => {
            let date = input.expected_delivery_date.or(input.ship_by_date);
            // The words must not announce a day that is over, or on which the box cannot arrive.
            let is_missed =
                delay.is_some_and(|delay| delay.is_late) || date.is_some_and(|date| date < today(input.now));
            let label = match (is_missed, kind) {
                (false, _) => texts::arrival(customer_pick_up),
                (true, TileKind::OnItsWay) => texts::WAS_EXPECTED,
                (true, _) => texts::WAS_PLANNED,
            };
            (label, date)
        }
        TileKind::TimeToCheckOut => (if is_over { texts::TRY_ON_ENDED } else { texts::DECIDE_BY }, check_out_by),
        TileKind::CheckoutComplete => (texts::RETURN_BY, return_by.filter(|_| !keeps_all)),
        TileKind::OrderABox
        | TileKind::ReadyToGo
        | TileKind::ReturnShipped
        | TileKind::ReturnReceived
        | TileKind::ReturnClosed => ("", None),
    };
    let can_cancel = actions.contains(&TileAction::Cancel);
    let is_being_paid = order.is_some_and(|order| order.status == Status::PaymentProcessing);
    let is_return = matches!(kind, TileKind::ReturnShipped | TileKind::ReturnReceived | TileKind::ReturnClosed);
    let may_keep = input.items.iter().any(|item| item.claimed_kept != Some(false));
    let is_unpaid_return = is_return && may_keep && actions.contains(&TileAction::CheckOut);
    let problem = order.and_then(|order| order.payment_problem);
    let waits = problem.filter(|_| actions.contains(&TileAction::ChangePayment));
    let waits = waits.map(|problem| problem.sentence(kind));
    let asked = answer_by.map(|_| tile::late_again(kind));
    let sorry =
        delay.filter(|_| answer_by.is_none()).map(|delay| delay.sentence(waits.is_some(), kind, customer_pick_up));
    let lost = order.is_some_and(was_lost).then_some(texts::BOX_LOST);
    let being_paid = is_being_paid.then_some(texts::BEING_PAID);
    let over = is_over.then_some(texts::TRY_ON_IS_OVER);
    let kept = keeps_all.then_some(texts::ALL_KEPT);
    let sentence = asked
        .or(waits)
        .or(lost)
        .or(being_paid)
        .or(over)
        .or(kept)
        .unwrap_or(tile::tile_sentence(kind, customer_pick_up));
    let unpaid = (is_unpaid_return && waits.is_none()).then_some(texts::RETURNED_UNPAID);
    let can_still_cancel = (can_cancel && asked.is_none()).then_some(texts::CAN_STILL_CANCEL);
    let sentences = [sorry, Some(sentence), unpaid, can_still_cancel];
    Ok(TileDetails {
        day: date.map(|date| TileDay { label, date, is_deadline }),
        sentences: sentences.into_iter().flatten().collect(),
        shows_store: matches!(kind, TileKind::Placed | TileKind::ReadyToGo),
        stages: texts::stages(customer_pick_up),
        stage: kind.stage(),
        garments: garments(kind, &input.items),
    })
}

fn was_lost(order: &TileOrder) -> bool {
    orders::was_lost(&SentOrder { status: order.status, tracking_code: order.tracking_code.clone() })
}

/// Whether an item is due back after a checkout, when none can be back or written off yet.
fn goes_back(item: &TileItem) -> bool {
    let &TileItem { claimed_kept, ref exchange_size, .. } = item;
    line_item::is_due_back(&ReturnInput {
        claimed_kept,
        exchange_size: exchange_size.clone(),
        received: false,
        written_off: None,
    })
}

fn garments(kind: TileKind, items: &[TileItem]) -> Option<TileGarments> {
    let (title, only_kept) = match kind {
        TileKind::TimeToCheckOut => (texts::IN_YOUR_BOX, false),
        TileKind::CheckoutComplete | TileKind::ReturnShipped | TileKind::ReturnReceived | TileKind::ReturnClosed => {
            (texts::YOURS_TO_KEEP, true)
        }
        TileKind::OrderABox
        | TileKind::Scheduled
        | TileKind::Placed
        | TileKind::BeingStyled
        | TileKind::OnItsWay
        | TileKind::ReadyToGo => return None,
    };
    let shown = items.iter().filter(|item| !only_kept || item.claimed_kept == Some(true));
    let ids: Vec<_> = shown.map(|item| item.id.clone()).collect();
    (!ids.is_empty()).then_some(TileGarments { title, ids })
}
