//! The `ops` commands, for staff at a terminal.

pub mod attention;
pub mod audit;
mod clock;
mod customer;
mod exchange;
mod jobs;
mod message;
mod order_code;
mod override_fee;
mod payment;
mod receive;
mod review;
mod shipping;
mod style;
pub(crate) mod table;
mod tax;
mod vouchers;
mod write_off;

use crate::fulfilment::steps::{self, Step};
use crate::platform::error::StaffError;
use crate::platform::terminal::shown;
use crate::service::checkout::system;
use crate::service::mail::outbox;
use crate::service::order::{late, list};
use crate::service::payment::clearing;
use crate::state::AppState;
use crate::store::order::orders::OrderForOps;
use crate::store::payment::payment_attempts::AttemptStatus;
use attention::Attention;
use clap::Subcommand;
use clock::ClockCommand;
use customer::CustomerCommand;
use exchange::ExchangeCommand;
use jobs::JobsCommand;
use message::MessageCommand;
use order_code::OrderCode;
use override_fee::OverrideFee;
use payment::PaymentCommand;
use receive::Received;
use review::ReviewCommand;
use shipping::Shipped;
use std::io::Write;
use style::Styled;
use stylebox_core::messages::staff;
use stylebox_core::order::Actor;
use table::table;
use tax::TaxCommand;
use vouchers::{CouponCommand, GiftCardCommand};
use write_off::WrittenOff;

/// The commands for staff.
#[derive(Debug, Subcommand)]
pub enum OpsCommand {
    /// List the unfinished orders, oldest first.
    List {
        /// The finished ones too.
        #[arg(long)]
        all: bool,
    },
    /// Charge the styling fee of an order, and have the program compose the box. If the customer wrote something, show that and the
    /// proposed pieces first, and charge nothing: a person releases the box by `--as`.
    Style(Styled),
    /// Pack a styled box and make its labels, or hand it to the carrier under the code that is typed.
    Ship(Shipped),
    /// Make the labels of an order that are wanted, and list all of them.
    Labels(OrderCode),
    /// Make a styled box ready at the store, for a pick-up.
    Ready(OrderCode),
    /// The customer has the box: the try-on days begin.
    Deliver(OrderCode),
    /// Receive a return: all that is due back, or the named garments. What was written off or bought is received if it is named; the
    /// price of what was bought goes back.
    Receive(Received),
    /// Write off items that are due back and will not come: nobody is charged for them. Once nothing is due back, the order is
    /// completed, if nothing else is left to do.
    WriteOff(WrittenOff),
    /// Check out for a customer whose day to check out by is over. Undecided items are kept if the customer has agreed to that,
    /// and otherwise go back uncharged.
    Checkout(OrderCode),
    /// Ship exchanges, or record that a size is sold out.
    #[command(subcommand)]
    Exchange(ExchangeCommand),
    /// List the returns that are overdue.
    Overdue,
    /// List what needs staff: orders that the fraud check holds, orders that are late, boxes that have not come, checkouts that the system may not make,
    /// next boxes that are not ordered, overdue returns, payments that have come to a stop, taxes that are not recorded, jobs that failed,
    /// messages that do not get through. Ends with 0 if nothing waits, 1 if something does, 2 if it could not be read.
    Attention(Attention),
    /// Complete an order whose return is received or written off, or that has nothing due back.
    Complete(OrderCode),
    /// Cancel an order that is not styled yet, or about which its customer is asked because it is late; what was charged is refunded.
    Cancel(OrderCode),
    /// Note that the customer keeps an order that is late, and about which they are asked, as `attention` shows it.
    Keep(OrderCode),
    /// Write off a box that the carrier has lost on its way to the customer: the styling fee is refunded, and what was paid at a
    /// checkout meanwhile.
    Lost(OrderCode),
    /// Clear an order that the fraud check holds, as `attention` shows it. It is not checked again unless it changes.
    Clear(OrderCode),
    /// Stop a fraudulent order for good. The styling fee is refunded, and packed items go back in stock.
    Fraud(OrderCode),
    /// Give a customer a code for another styling fee, or remove it.
    OverrideFee(OverrideFee),
    /// Export or erase what is kept about a customer, or see to emails that came back.
    #[command(subcommand)]
    Customer(CustomerCommand),
    /// Retry or settle payments that need staff, as `attention` shows them.
    #[command(subcommand)]
    Payment(PaymentCommand),
    /// Settle what the tax service does not record, as `attention` shows it.
    #[command(subcommand)]
    Tax(TaxCommand),
    /// Note what the reviews service refused, as `attention` shows it.
    #[command(subcommand)]
    Review(ReviewCommand),
    /// Give up emails that wait, as `attention` shows them.
    #[command(subcommand)]
    Message(MessageCommand),
    /// Issue gift cards.
    #[command(subcommand)]
    GiftCard(GiftCardCommand),
    /// Issue and list coupons.
    #[command(subcommand)]
    Coupon(CouponCommand),
    /// List and run the jobs.
    #[command(subcommand)]
    Jobs(JobsCommand),
    /// Show the clock, or move the demo's clock ahead and run the jobs meanwhile. Only in demo mode.
    Clock(ClockCommand),
    /// Compare the ledger with the invoices, and with the gateway's books: those of the sandbox, or Stripe's own list of what moved, which
    /// is read first. It compares all orders, so the more there are the longer it takes.
    Audit(audit::Part),
}

impl OpsCommand {
    /// The exit code if it could not be done. That of `attention` says whether something waits, so its failure has one of its own.
    #[must_use]
    pub const fn failure_code(&self) -> u8 {
        if matches!(self, Self::Attention(_)) { 2 } else { 1 }
    }
}

/// Runs a command, and prints its output. Returns the program's exit code.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn run(state: &AppState, command: OpsCommand) -> Result<u8, String> {
    if let OpsCommand::Attention(how) = command {
        let report = attention::find(state).await;
        print(&how.print(&report)?)?;
        return Ok(report.exit_code());
    }
    print(&answer(state, command).await?)?;
    Ok(0)
}

pub(crate) fn print(output: &str) -> Result<(), String> {
    write!(std::io::stdout().lock(), "{}", shown(output))
        .map_err(|error| format!("The output cannot be written: {error}."))
}

/// Runs a command. Returns its output, which a terminal can be given: it shows data of customers.
///
/// # Errors
/// A sentence that says why it could not be done.
pub async fn answer(state: &AppState, command: OpsCommand) -> Result<String, String> {
    let output = carry_out(state, command).await;
    output.map(|output| shown(&output).into_owned()).map_err(|why| shown(&why).into_owned())
}

async fn carry_out(state: &AppState, command: OpsCommand) -> Result<String, String> {
    let (step, code) = match command {
        OpsCommand::List { all } => return list(state, all).await,
        OpsCommand::GiftCard(command) => return vouchers::gift_card(state, command).await,
        OpsCommand::Coupon(command) => return vouchers::coupon(state, command).await,
        OpsCommand::Payment(command) => return payment::answer(state, command).await,
        OpsCommand::Tax(command) => return tax::answer(state, command).await,
        OpsCommand::Review(command) => return review::answer(state, command).await,
        OpsCommand::Message(command) => return message::answer(state, command).await,
        OpsCommand::Jobs(command) => return jobs::answer(state, command).await,
        OpsCommand::Style(styled) => return style::answer(state, styled).await,
        OpsCommand::Ship(shipped) => return shipping::ship(state, shipped).await,
        OpsCommand::Labels(code) => return shipping::labels(state, code).await,
        OpsCommand::Checkout(code) => return check_out(state, &code).await,
        OpsCommand::Clear(code) => return clear(state, &code).await,
        OpsCommand::Keep(code) => return keep(state, &code).await,
        OpsCommand::Exchange(command) => return exchange::answer(state, command).await,
        OpsCommand::Receive(what) => return receive::answer(state, what).await,
        OpsCommand::WriteOff(what) => return write_off::answer(state, what).await,
        OpsCommand::Overdue => return attention::overdue(state).await,
        OpsCommand::Attention(how) => return how.print(&attention::find(state).await),
        OpsCommand::OverrideFee(which) => return override_fee::answer(state, which).await,
        OpsCommand::Customer(command) => return customer::answer(state, command).await,
        OpsCommand::Clock(command) => return clock::answer(state, command).await,
        OpsCommand::Audit(part) => return audit::run_part(state, part).await,
        OpsCommand::Ready(code) => (Step::Ready, code),
        OpsCommand::Deliver(code) => (Step::Deliver, code),
        OpsCommand::Complete(code) => (Step::Complete, code),
        OpsCommand::Cancel(code) => (Step::Cancel, code),
        OpsCommand::Lost(code) => (Step::Lose, code),
        OpsCommand::Fraud(code) => (Step::Stop, code),
    };
    let id = code.find(state).await?.id;
    steps::take(state, &id, step, Actor::Ops).await.map_err(|error| error.to_string())?;
    let order = code.find(state).await?;
    Ok(format!("Order {} is now {}.\n", order.code, order.status))
}

async fn check_out(state: &AppState, code: &OrderCode) -> Result<String, String> {
    let id = code.find(state).await?.id;
    let begun = state.clock.now();
    let paid = system::check_out(state, &id, Actor::Ops).await.map_err(|error| error.to_string())?;
    if paid == AttemptStatus::Declined {
        let email = outbox::decline_email_since(state, &id, begun).await.map_err(|error| error.to_string())?;
        return Err(staff::checkout_declined(email.is_written, email.bounces).to_owned());
    }
    let order = code.find(state).await?;
    Ok(format!("Order {} is now {}.\n", order.code, order.status))
}

async fn keep(state: &AppState, code: &OrderCode) -> Result<String, String> {
    let order = code.find(state).await?;
    let day = late::keep_by_shop(state, &order.id).await.map_err(|error| error.to_string())?;
    Ok(format!("Order {} is kept, and comes on {day}.\n", order.code))
}

async fn clear(state: &AppState, code: &OrderCode) -> Result<String, String> {
    let order = code.find(state).await?;
    let reserved = clearing::clear(state, &order.id, Actor::Ops).await.map_err(|error| error.to_string())?;
    let code = order.code;
    Ok(match reserved.map(|attempt| (attempt.amount.formatted(), attempt.status)) {
        Some((amount, AttemptStatus::Succeeded)) => {
            format!("Order {code} is cleared: {amount} was taken, and it can be styled now.\n")
        }
        Some((amount, AttemptStatus::Pending | AttemptStatus::Unknown)) => format!(
            "Order {code} is cleared. The payment gateway has not said yet whether it took the {amount} that is reserved: it is asked \
             again soon.\n"
        ),
        Some((_, AttemptStatus::Declined)) | None => format!("Order {code} can be charged and styled now.\n"),
    })
}

async fn list(state: &AppState, all: bool) -> Result<String, String> {
    let found = list::for_staff(state, all).await.map_err(|error| StaffError::from(error).to_string())?;
    if found.is_empty() {
        return Ok("There are no orders.\n".to_owned());
    }
    let head = [["CODE", "STATUS", "SHIP BY", "HOW", "CUSTOMER"].map(ToOwned::to_owned)];
    let rows = found.into_iter().map(|OrderForOps { order, email }| {
        let how = if order.customer_pick_up { "pick-up" } else { "shipped" };
        [order.code, order.status.to_string(), order.ship_by_date.to_string(), how.to_owned(), email]
    });
    Ok(table(&head.into_iter().chain(rows).collect::<Vec<_>>()))
}
