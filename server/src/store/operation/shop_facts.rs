//! Facts about the shop for every program on the database.

use crate::platform::clock::Timestamp;
use crate::store::{Result, StoreError, Tx};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// What was chosen, by its flag.
pub type Choices = BTreeMap<String, String>;

const PUBLIC_URL: &str = "public_url";
const CHOICES: &str = "choices";
const THEME_BOXES: &str = "theme_boxes";
const CLOCK_TROUBLES: &str = "clock_troubles";
const CLOCK_TROUBLES_KEPT: usize = 20;
const SECONDS_AHEAD: &str = "seconds_ahead";
const JOBS_LOOKED_AT: &str = "jobs_looked_at";
const KEY_IDS: &str = "secret_key_ids";
const GATEWAY_LIST: &str = "gateway_list";
const ERASURES_MARKED: &str = "erasures_marked";
const RESTORED_MONEY: &str = "restored_money";
const BACKUPS: &str = "backups";
const TOLD_OF_ERASURE: &str = "told_of_erasure";

/// The public address of the server that started last, as it was stored.
pub async fn public_url(tx: &mut Tx) -> Result<Option<String>> {
    get(tx, PUBLIC_URL).await
}

/// Stores the public address.
pub async fn set_public_url(tx: &mut Tx, origin: &str, now: Timestamp) -> Result<()> {
    set(tx, PUBLIC_URL, origin, now).await
}

/// What the server that started last works with: by each flag of a choice, the word that was chosen. `None` before the first start.
pub async fn choices(tx: &mut Tx) -> Result<Option<Choices>> {
    get_json(tx, CHOICES).await
}

/// Stores what the server works with.
pub async fn set_choices(tx: &mut Tx, choices: &Choices, now: Timestamp) -> Result<()> {
    set(tx, CHOICES, &json!(choices).to_string(), now).await
}

/// How far the demo's clock is ahead of the real time, in whole seconds; zero unless it was moved.
pub async fn clock_ahead(tx: &mut Tx) -> Result<Duration> {
    let Some(text) = get(tx, SECONDS_AHEAD).await? else { return Ok(Duration::ZERO) };
    text.parse().map(Duration::from_secs).map_err(|error| StoreError::corrupt("shop_facts.value", error))
}

/// Stores how far the demo's clock is ahead.
pub async fn set_clock_ahead(tx: &mut Tx, ahead: Duration, now: Timestamp) -> Result<()> {
    set(tx, SECONDS_AHEAD, &ahead.as_secs().to_string(), now).await
}

/// Trouble that a clock or a dead server caused, as staff see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockTrouble {
    /// When it was noticed.
    pub at: Timestamp,
    /// A sentence.
    pub words: String,
}

/// The last troubles, the newest first.
pub async fn clock_troubles(tx: &mut Tx) -> Result<Vec<ClockTrouble>> {
    Ok(get_json(tx, CLOCK_TROUBLES).await?.unwrap_or_default())
}

/// Stores one more.
pub async fn add_clock_trouble(tx: &mut Tx, words: &str, now: Timestamp) -> Result<()> {
    let mut troubles = clock_troubles(tx).await?;
    troubles.retain(|known| known.words != words);
    troubles.insert(0, ClockTrouble { at: now, words: words.to_owned() });
    troubles.truncate(CLOCK_TROUBLES_KEPT);
    set(tx, CLOCK_TROUBLES, &json!(troubles).to_string(), now).await
}

/// When servers looked for jobs that are due, by the time of leases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobsLookedAt {
    /// Since when one does.
    pub since: Timestamp,
    /// The last time.
    pub last: Timestamp,
}

impl JobsLookedAt {
    /// How often each server looks.
    pub const EVERY: Duration = Duration::from_secs(60);
}

/// When servers looked for jobs; `None` if none has served yet.
pub async fn jobs_looked_at(tx: &mut Tx) -> Result<Option<JobsLookedAt>> {
    get_json(tx, JOBS_LOOKED_AT).await
}

/// Stores when servers looked for jobs.
pub async fn set_jobs_looked_at(tx: &mut Tx, looked_at: JobsLookedAt, now: Timestamp) -> Result<()> {
    set(tx, JOBS_LOOKED_AT, &json!(looked_at).to_string(), now).await
}

/// How far the marks of erased people are written outside the database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasuresMarked {
    /// Who was erased until then has a mark.
    pub until: Timestamp,
    /// The folders and the bucket that have them.
    pub places: Vec<String>,
}

/// How far the marks of erased people are written; `None` if none is yet.
pub async fn erasures_marked(tx: &mut Tx) -> Result<Option<ErasuresMarked>> {
    get_json(tx, ERASURES_MARKED).await
}

/// Stores how far they are.
pub async fn set_erasures_marked(tx: &mut Tx, marked: &ErasuresMarked, now: Timestamp) -> Result<()> {
    set(tx, ERASURES_MARKED, &json!(marked).to_string(), now).await
}

/// Forgets how far they are: the next ones are written from the first person on.
pub async fn forget_erasures_marked(tx: &mut Tx) -> Result<()> {
    remove(tx, ERASURES_MARKED).await
}

/// The ids of the people whom a restored backup has brought back, and who are being erased again: they were told the first time.
pub async fn told_of_erasure(tx: &mut Tx) -> Result<BTreeSet<String>> {
    let found = get(tx, TOLD_OF_ERASURE).await?.unwrap_or_default();
    Ok(found.split_whitespace().map(ToOwned::to_owned).collect())
}

/// The same, before they are changed: another transaction changes them only after this one.
pub async fn told_of_erasure_to_change(tx: &mut Tx, now: Timestamp) -> Result<BTreeSet<String>> {
    lock(tx, TOLD_OF_ERASURE, now).await?;
    told_of_erasure(tx).await
}

/// Stores these ids.
pub async fn set_told_of_erasure(tx: &mut Tx, ids: &BTreeSet<String>, now: Timestamp) -> Result<()> {
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    if ids.is_empty() {
        return remove(tx, TOLD_OF_ERASURE).await;
    }
    set(tx, TOLD_OF_ERASURE, &ids.join(" "), now).await
}

/// Backups that are made regularly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backups {
    /// How often one is made, in hours.
    pub every: u32,
    /// When the newest was begun; if none is complete yet, when the first was.
    pub newest: Timestamp,
    pub is_complete: bool,
    /// How many photos are not in the newest, because the bucket could not be read.
    #[serde(default)]
    pub photos_unread: usize,
}

/// The backups that are made regularly, if they are.
pub async fn backups(tx: &mut Tx) -> Result<Option<Backups>> {
    get_json(tx, BACKUPS).await
}

/// Stores how they are made; `None` if they are not made regularly any more.
pub async fn set_backups(tx: &mut Tx, backups: Option<Backups>, now: Timestamp) -> Result<()> {
    match backups {
        Some(backups) => set(tx, BACKUPS, &json!(backups).to_string(), now).await,
        None => remove(tx, BACKUPS).await,
    }
}

/// The theme boxes that the feed named last, as their provider has written them.
pub async fn theme_boxes(tx: &mut Tx) -> Result<Option<String>> {
    get(tx, THEME_BOXES).await
}

/// Stores the theme boxes of the feed.
pub async fn set_theme_boxes(tx: &mut Tx, text: &str, now: Timestamp) -> Result<()> {
    set(tx, THEME_BOXES, text, now).await
}

/// The ids of the secret keys that servers have worked with, the latest last.
pub async fn key_ids(tx: &mut Tx) -> Result<Vec<String>> {
    let found = get(tx, KEY_IDS).await?.unwrap_or_default();
    Ok(found.split_whitespace().map(ToOwned::to_owned).collect())
}

/// Stores these ids.
pub async fn set_key_ids(tx: &mut Tx, ids: &[String], now: Timestamp) -> Result<()> {
    set(tx, KEY_IDS, &ids.join(" "), now).await
}

/// How far the gateway's own list is read. It is read from the newest to the oldest, page by page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListRead {
    /// The list is read from here on, by the gateway's clock.
    pub since: Timestamp,
    /// When the reading began that is under way, by the same clock; `None` if it is complete.
    pub began: Option<Timestamp>,
    /// The last movement of the last page that was stored.
    pub after: Option<String>,
    /// When the last complete reading began, by our clock.
    pub complete_at: Option<Timestamp>,
    /// When the reading that is under way began, by our clock.
    pub began_here: Option<Timestamp>,
}

/// How far the gateway's list is read; `None` if nobody has begun.
pub async fn gateway_list(tx: &mut Tx) -> Result<Option<ListRead>> {
    get_json(tx, GATEWAY_LIST).await
}

/// Stores how far it is read.
pub async fn set_gateway_list(tx: &mut Tx, read: &ListRead, now: Timestamp) -> Result<()> {
    set(tx, GATEWAY_LIST, &json!(read).to_string(), now).await
}

/// What is to be done about money that moved at the gateway between a backup and its restore.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RestoredMoney {
    /// When the backup was taken, by the real time.
    pub taken_at: Timestamp,
    /// Since when charges fail to be taken up again; `None` if none has.
    pub failing: Option<Failing>,
    /// Whether it is not known yet what the gateway did since then: until it is, nothing is charged or refunded.
    pub is_paused: bool,
    /// The charges that could not be taken up again, or not called off, and that staff have not noted.
    pub charges: Vec<UnmatchedCharge>,
    /// The refunds that the database does not have. If the service makes one of them again, it finds this one.
    pub refunds: Vec<UnmatchedRefund>,
}

/// A time, by the service's clock, in which something was tried again and again, and failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failing {
    /// When it first failed, later by the time in which it could not be tried.
    pub since: Timestamp,
    /// The time of the newest failure.
    pub last: Timestamp,
}

impl Failing {
    /// The same if it has failed again now. If it was not tried for longer than `pause`, that time does not count. A time that is still to
    /// come was noted while the clock was ahead.
    #[must_use]
    pub fn again(self, now: Timestamp, pause: Duration) -> Self {
        let untried = now.since(self.last);
        let since = if untried > pause { self.since.plus(untried) } else { self.since };
        Self { since: since.min(now), last: now }
    }

    /// How long it fails.
    #[must_use]
    pub fn lasts(self) -> Duration {
        self.last.since(self.since)
    }
}

/// A charge of this service for an order that could not be taken up again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnmatchedCharge {
    /// The gateway's id.
    pub charge_id: String,
    pub order_id: String,
    /// The purpose's word.
    pub purpose: String,
    pub cents: i64,
    /// Why it was not taken up, as the end of a sentence.
    pub why: String,
    #[serde(default)]
    pub stage: Stage,
}

/// How far a charge is that could not be taken up again.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// It was charged, and is left to staff.
    #[default]
    Left,
    /// It was open, was charged since, and is taken up as soon as that is possible.
    TriedAgain,
    /// Nothing is taken yet, and the gateway did not call it off: the bank may still take the money.
    Open,
}

/// A refund of this service that the database does not have, of a charge that it has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnmatchedRefund {
    /// Our key.
    pub key: String,
    /// The items that it is for; `None` if the gateway does not have them.
    #[serde(default)]
    pub items: Option<BTreeSet<String>>,
    /// The gateway's id of the charge.
    pub charge_id: String,
    pub order_id: String,
    /// The purpose's word.
    pub purpose: String,
    pub cents: i64,
    /// Whether staff have noted it: it is booked as the gateway's.
    pub is_noted: bool,
}

/// What is to be done about the money since the last restore; `None` if nothing is.
pub async fn restored_money(tx: &mut Tx) -> Result<Option<RestoredMoney>> {
    get_json(tx, RESTORED_MONEY).await
}

/// The same, before it is changed: another transaction changes it only after this one.
pub async fn restored_money_to_change(tx: &mut Tx, now: Timestamp) -> Result<Option<RestoredMoney>> {
    lock(tx, RESTORED_MONEY, now).await?;
    restored_money(tx).await
}

/// Stores what is to be done; nothing if nothing is left.
pub async fn set_restored_money(tx: &mut Tx, money: &RestoredMoney, now: Timestamp) -> Result<()> {
    if !money.is_paused && money.charges.is_empty() && money.refunds.is_empty() {
        return remove(tx, RESTORED_MONEY).await;
    }
    set(tx, RESTORED_MONEY, &json!(money).to_string(), now).await
}

/// Locks a fact for this transaction, if it is stored. Otherwise only a restore makes it, while no server works.
async fn lock(tx: &mut Tx, name: &str, now: Timestamp) -> Result<()> {
    execute!(tx, "UPDATE shop_facts SET updated_at = $2 WHERE name = $1", name, now)?;
    Ok(())
}

async fn get(tx: &mut Tx, name: &str) -> Result<Option<String>> {
    let found = fetch_optional!(tx, (String,), "SELECT value FROM shop_facts WHERE name = $1", name)?;
    Ok(found.map(|(text,)| text))
}

/// A fact that is stored as JSON.
async fn get_json<T: DeserializeOwned>(tx: &mut Tx, name: &str) -> Result<Option<T>> {
    let parse =
        |text: String| serde_json::from_str(&text).map_err(|error| StoreError::corrupt("shop_facts.value", error));
    get(tx, name).await?.map(parse).transpose()
}

async fn set(tx: &mut Tx, name: &str, value: &str, now: Timestamp) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO shop_facts (name, value, updated_at) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at",
        name,
        value,
        now
    )?;
    Ok(())
}

async fn remove(tx: &mut Tx, name: &str) -> Result<()> {
    execute!(tx, "DELETE FROM shop_facts WHERE name = $1", name)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    /// At a minute of a day.
    fn at(minute: u64) -> Timestamp {
        Timestamp(1_795_014_000_000_000).plus(MINUTE * u32::try_from(minute).unwrap_or(u32::MAX))
    }

    #[test]
    fn the_time_in_which_nothing_was_tried_does_not_count() {
        let failing = Failing { since: at(0), last: at(5) }.again(at(14), 10 * MINUTE);
        assert_eq!((failing, failing.lasts()), (Failing { since: at(0), last: at(14) }, 14 * MINUTE));
        let failing = failing.again(at(134), 10 * MINUTE);
        assert_eq!((failing, failing.lasts()), (Failing { since: at(120), last: at(134) }, 14 * MINUTE));
    }

    #[test]
    fn a_failure_that_was_noted_while_the_clock_was_ahead_begins_now() {
        let failing = Failing { since: at(5_000), last: at(5_005) }.again(at(10), 10 * MINUTE);
        assert_eq!(failing, Failing { since: at(10), last: at(10) });
        assert_eq!(failing.again(at(15), 10 * MINUTE).lasts(), 5 * MINUTE);
    }
}
