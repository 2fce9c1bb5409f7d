//! `ops audit`: which part of the books is compared, and the report. `service/payment/audit` compares them.

use crate::platform::clock::Timestamp;
use crate::service::payment::audit::{self, Audit, GatewayList};
use crate::state::AppState;
use crate::store::payment::audit::Period;
use clap::Args;
use std::fmt::Write;
use std::time::{Duration, Instant};
use stylebox_core::values::business_time::Date;
use stylebox_core::values::money::Money;

/// How often the audit says how far it is.
const INTERVAL: Duration = Duration::from_secs(5);

/// Which part of the books is compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Args)]
pub struct Part {
    /// Only the orders made from this day on, with all payments for them since. Gift cards' balances, and charges that nobody
    /// asked for, are not compared.
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
    since: Option<Date>,
    /// Only those made until the end of this day.
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day, requires = "since")]
    until: Option<Date>,
}

fn day(text: &str) -> Result<Date, String> {
    text.parse().map_err(|error: stylebox_core::InputError| error.to_string())
}

impl Part {
    /// The period; none for all of the books.
    fn period(self) -> Result<Option<Period>, String> {
        let Some(since) = self.since else { return Ok(None) };
        let until = match self.until {
            None => Timestamp(i64::MAX),
            Some(until) if until < since => return Err("--until is before --since.".to_owned()),
            Some(until) => Timestamp::start_of(until.plus_days(1).map_err(|error| error.to_string())?),
        };
        Ok(Some(Period { from: Timestamp::start_of(since), until }))
    }
}

/// Compares all books. Returns the report.
///
/// # Errors
/// The differences, if there are any.
pub async fn run(state: &AppState) -> Result<String, String> {
    run_part(state, Part::default()).await
}

/// Compares a part of the books. Returns the report.
///
/// # Errors
/// The differences, if there are any.
pub async fn run_part(state: &AppState, part: Part) -> Result<String, String> {
    let mut progress = Progress::new(Instant::now());
    let mut tell = |how_far: &str| progress.tell(Instant::now(), how_far);
    let audit = audit::compare(state, part.period()?, &mut tell).await.map_err(|error| error.to_string())?;
    report_of(audit, part)
}

/// The report, or the differences as an error.
fn report_of(audit: Audit, part: Part) -> Result<String, String> {
    let off = (audit.sum != 0).then(|| format!("The ledger is {} cents off.", audit.sum));
    let count = audit.differences + usize::from(off.is_some());
    if count > 0 {
        let more = audit.differences - audit.named.len();
        let more = (more > 0).then(|| format!("And {more} more."));
        let lines = off.into_iter().chain(audit.named).chain(more).collect::<Vec<_>>().join("\n  ");
        return Err(format!("The books do not agree, in {count} places:\n  {lines}"));
    }
    let mut report = format!(
        "The books agree: {} paid invoices, {} entries of the ledger, {} charges.\n",
        audit.paid_invoices, audit.entries, audit.charges
    );
    let _ = writeln!(report, "Charged to cards: {}.", dollars(audit.charged));
    let _ = writeln!(report, "Given back: {}.", dollars(audit.refunded));
    if let Some(list) = audit.list {
        list_in_words(&list, part, &mut report);
    }
    if audit.open_attempts > 0 {
        let _ = writeln!(report, "Payments that the gateway has not answered yet: {}.", audit.open_attempts);
    }
    if let Some(since) = part.since {
        let until = part.until.map_or_else(|| "today".to_owned(), |until| until.to_string());
        let _ = writeln!(
            report,
            "Looked through: the orders made from {since} to {until}. Not looked through: gift cards' balances, and charges \
             that nobody asked for."
        );
    }
    Ok(report)
}

/// What the gateway's own list says.
fn list_in_words(list: &GatewayList, part: Part, report: &mut String) {
    if !list.is_read {
        report.push_str("The gateway's own list could not be read to its end: it is compared as far as it is known.\n");
    }
    if part.since.is_some() {
        return;
    }
    let GatewayList { movements, foreign, waiting, .. } = list;
    let _ = writeln!(
        report,
        "The gateway's own list has {movements} movements: {foreign} that the service did not make, {} in all, and {waiting} that are \
         compared again.",
        dollars(list.foreign_sum)
    );
    let _ = writeln!(report, "Kept by the gateway as fees, and not in the ledger: {}.", dollars(list.fees));
}

/// Says on standard error every few seconds how far the audit is.
#[derive(Debug)]
struct Progress {
    last_told: Instant,
}

impl Progress {
    const fn new(now: Instant) -> Self {
        Self { last_told: now }
    }

    fn tell(&mut self, now: Instant, how_far: &str) {
        if self.is_due(now) {
            eprintln!("{how_far}");
        }
    }

    /// Whether the interval is over; the next one begins then.
    fn is_due(&mut self, now: Instant) -> bool {
        let is_due = now.duration_since(self.last_told) >= INTERVAL;
        if is_due {
            self.last_told = now;
        }
        is_due
    }
}

/// Formats cents. Broken books may have a negative amount.
fn dollars(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    let money = cents.checked_abs().and_then(Money::from_cents).unwrap_or_default();
    format!("{sign}{}", money.formatted())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_audit_that_takes_long_says_every_few_seconds_how_far_it_is() {
        let start = Instant::now();
        let mut progress = Progress::new(start);
        let seconds = [1, 4, 5, 6, 9, 10, 30, 34];
        let said = seconds.map(|second| progress.is_due(start + Duration::from_secs(second)));
        assert_eq!(said, [false, false, true, false, false, true, true, false]);
    }

    #[test]
    fn a_period_is_of_business_days_and_ends_with_its_last() {
        let day = |text: &str| Some(text.parse().unwrap());
        let at = |text: &str| Timestamp::from(text.parse::<stylebox_core::values::business_time::Instant>().unwrap());
        // In Chicago a winter's day begins at six o'clock UTC, and a summer's at five.
        let period = Part { since: day("2026-01-01"), until: day("2026-07-01") }.period().unwrap().unwrap();
        assert_eq!((period.from, period.until), (at("2026-01-01T06:00:00Z"), at("2026-07-02T05:00:00Z")));
        assert!(period.holds(period.from) && !period.holds(period.until));
        let backwards = Part { since: day("2026-01-02"), until: day("2026-01-01") };
        assert_eq!(backwards.period().unwrap_err(), "--until is before --since.");
        assert_eq!(Part::default().period().unwrap(), None);
    }

    #[test]
    fn of_very_many_differences_the_first_are_named_and_the_others_counted() {
        let mut audit = Audit::default();
        for number in 0..audit::MAX_NAMED + 3 {
            audit.found(format!("Difference {number}."));
        }
        let said = report_of(audit, Part::default()).unwrap_err();
        assert!(said.starts_with("The books do not agree, in 1003 places:\n  Difference 0.\n"), "{said}");
        assert!(said.ends_with("\n  Difference 999.\n  And 3 more."), "{said}");
    }
}
