//! A shop on a real database: its server dies and starts again, its clock, its gateway and its customers' browsers live on.

use super::acts::{Act, Answer};
use super::bank::Bank;
use super::compare::OpenPayment;
use super::email_service::EmailService;
use super::model::Model;
use super::sending::Sending;
use super::turns::{FaultAt, Turns};
use crate::payment::stripe;
use crate::support::empty_database::{POSTGRES, connect_postgres};
use crate::support::{Client, Reply, TestClock, TestDatabase, TestRandom, crowded, ops_at, parts, settings};
use axum::Router;
use futures_util::future::join_all;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;
use stylebox_core::values::business_time::Holidays;
use stylebox_server::app::router;
use stylebox_server::fulfilment::warehouse;
use stylebox_server::platform::clock::Clock;
use stylebox_server::platform::future::BoxFuture;
use stylebox_server::platform::points;
use stylebox_server::providers::Providers;
use stylebox_server::providers::charging::Charging;
use stylebox_server::providers::fraud::choice::FraudChoice;
use stylebox_server::providers::payment::choice::PaymentChoice;
use stylebox_server::state::AppState;
use tokio::runtime::{Builder, Runtime};

/// How long an act may stand still before that is a difference.
const STANDS_STILL: Duration = Duration::from_secs(60);

/// A process of the service.
struct Life {
    runtime: Runtime,
    state: AppState,
    router: Router,
}

/// An act that is begun.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    pub act: &'a Act,
    /// Its idempotency key: a repeat has the same.
    pub key: u32,
    /// Whether the act was begun before, and nobody knows how that ended.
    pub again: bool,
}

/// What a browser keeps.
#[derive(Debug, Clone, Default)]
pub struct Browser {
    cookies: BTreeMap<String, String>,
}

pub struct Shop {
    /// Of the test itself: it outlives the service's processes.
    outer: Runtime,
    life: Option<Life>,
    database: TestDatabase,
    pub clock: Arc<TestClock>,
    pub bank: Arc<Bank>,
    pub emails: Arc<EmailService>,
    pub turns: Arc<Turns>,
    /// The payments that the gateway had not answered about after the last step.
    pub open_payments: Vec<OpenPayment>,
    browsers: Vec<Browser>,
    seed: u64,
    lives: u64,
    keys: u32,
    /// What acts were answered.
    answers: DefaultHasher,
}

fn one_thread() -> Runtime {
    Builder::new_current_thread().enable_all().build().unwrap()
}

impl Shop {
    pub fn open(seed: u64) -> Self {
        let outer = one_thread();
        let start = async |database: TestDatabase| drop(open_state(&database, 0, None).await);
        let database = outer.block_on(TestDatabase::for_server(start));
        let clock = Arc::new(TestClock::default());
        clock.set(crate::support::START);
        let turns = Turns::new(std::env::var_os(POSTGRES).is_none(), clock.clone());
        let bank = Arc::new(Bank::new(clock.clone(), turns.clone()));
        let emails = Arc::new(EmailService::new(turns.clone()));
        let mut shop = Self {
            outer,
            life: None,
            database,
            clock,
            bank,
            emails,
            turns,
            open_payments: Vec::new(),
            browsers: Vec::new(),
            seed,
            lives: 0,
            keys: 0,
            answers: DefaultHasher::new(),
        };
        shop.start();
        shop
    }

    /// Starts a process of the service.
    fn start(&mut self) {
        self.lives += 1;
        let runtime = one_thread();
        let parties = (self.clock.clone(), self.bank.clone(), self.emails.clone());
        let state = runtime.block_on(open_state(&self.database, self.seed * 1000 + self.lives, Some(parties)));
        let router = router(state.clone());
        self.life = Some(Life { runtime, state, router });
    }

    /// The process ends, and another one starts.
    pub fn restart(&mut self) {
        // Dropping the runtime drops everything that runs.
        drop(self.life.take());
        self.start();
    }

    fn life(&self) -> &Life {
        self.life.as_ref().unwrap()
    }

    fn client(&self, who: Option<usize>) -> Client {
        let mut client = Client::new(self.life().router.clone());
        let number = u8::try_from(who.map_or(0, |who| who + 1)).unwrap();
        client.address = IpAddr::V4(Ipv4Addr::new(192, 0, 2, number));
        if let Some(browser) = who.and_then(|who| self.browsers.get(who)) {
            client.cookies = browser.cookies.clone();
        }
        client
    }

    /// Keeps the cookies that a call has changed: two tabs share a browser.
    fn keep(&mut self, who: Option<usize>, before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) {
        let Some(who) = who else { return };
        if self.browsers.len() <= who {
            self.browsers.resize(who + 1, Browser::default());
        }
        let cookies = &mut self.browsers[who].cookies;
        cookies.retain(|name, _| after.contains_key(name) || !before.contains_key(name));
        let changed = after.iter().filter(|(name, value)| before.get(*name) != Some(*value));
        cookies.extend(changed.map(|(name, value)| (name.clone(), value.clone())));
    }

    /// The calls of acts that are begun for the first time, each with a key of its own if they come from several tabs.
    pub fn calls<'a>(&mut self, acts: &'a [Act], tabs: bool) -> Vec<Call<'a>> {
        self.keys += 1;
        let mut calls = Vec::new();
        for act in acts {
            calls.push(Call { act, key: self.keys, again: false });
            self.keys += u32::from(tabs);
        }
        calls
    }

    /// Does the acts of a step at the same time. An act without an answer is `Unknown`.
    pub fn act(&mut self, model: &Model, calls: &[Call<'_>], switches: &[u8], faults: &[FaultAt]) -> Vec<Answer> {
        self.turns.begin(calls.len(), switches, faults);
        self.bank.begin_telling(self.client(None), self.life().state.clone());
        let life = self.life();
        let clients: Vec<Client> = calls.iter().map(|call| self.client(call.act.who())).collect();
        let before: Vec<_> = clients.iter().map(|client| client.cookies.clone()).collect();
        let mut works: Vec<BoxFuture<'_, (Answer, BTreeMap<String, String>)>> = Vec::new();
        for (number, (&Call { act, key, again }, client)) in calls.iter().zip(clients).enumerate() {
            let sending = Sending {
                state: life.state.clone(),
                client,
                model,
                clock: self.clock.clone(),
                bank: self.bank.clone(),
                emails: self.emails.clone(),
                turns: self.turns.clone(),
                again,
                key,
            };
            let turns = self.turns.clone();
            let work = async move {
                turns.start(number).await;
                let ended = sending.do_act(act).await;
                turns.finish(number);
                ended
            };
            works.push(Box::pin(points::watched(self.turns.watch(number), work)));
        }
        let turns = self.turns.clone();
        let watch_locks = watch_locks(turns.clone(), self.database.url.clone());
        let ended = life.runtime.block_on(async move {
            tokio::select! {
                biased;
                ended = join_all(works) => Some(ended),
                () = turns.death.notified() => None,
                never = watch_locks => match never {},
            }
        });
        self.bank.end_telling();
        self.emails.end(self.turns.is_disturbed());
        let Some(ended) = ended else {
            self.restart();
            return vec![Answer::Unknown("the process ended".to_owned()); calls.len()];
        };
        let mut all = Vec::new();
        for ((call, before), (answer, cookies)) in calls.iter().zip(before).zip(ended) {
            self.keep(call.act.who(), &before, &cookies);
            format!("{answer:?}").hash(&mut self.answers);
            all.push(answer);
        }
        all
    }

    /// What a call of a customer's browser answers, while nothing goes wrong.
    pub fn ask(&mut self, who: usize, path: &str) -> Reply {
        let mut client = self.client(Some(who));
        let before = client.cookies.clone();
        let reply = self.life().runtime.block_on(client.get(path));
        self.keep(Some(who), &before, &client.cookies);
        reply
    }

    /// What a command of staff prints, or its error.
    pub fn ops(&self, line: &str) -> Result<String, String> {
        self.life().runtime.block_on(ops_at(&self.life().state, line))
    }

    /// A number that depends on each answer, on all messages, and on all that the gateway knows.
    pub fn trace(&self) -> u64 {
        let mut trace = self.answers.clone();
        format!("{:?} {}", self.emails.sent(), self.bank.in_words()).hash(&mut trace);
        trace.finish()
    }

    /// The time by the shop's clock, in microseconds.
    pub fn now(&self) -> i64 {
        self.clock.real_now().0
    }

    /// The days on which the shop does not work.
    pub fn holidays(&self) -> Holidays {
        self.life().state.data.holidays.clone()
    }

    /// The words that a statement finds, one in each row.
    pub fn words(&self, sql: &'static str) -> Vec<String> {
        self.outer.block_on(self.database.words(sql))
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        // A step that panics does not come to its end.
        self.bank.end_telling();
    }
}

/// The state of a server on the database. Without parties it has the embedded ones.
async fn open_state(
    database: &TestDatabase,
    seed: u64,
    parties: Option<(Arc<TestClock>, Arc<Bank>, Arc<EmailService>)>,
) -> AppState {
    let clock = parties.as_ref().map_or_else(Arc::default, |(clock, ..)| clock.clone());
    if parties.is_none() {
        clock.set(crate::support::START);
    }
    let mut settings = settings(database);
    crowded(&mut settings);
    // The books of Stripe are its own, as the bank's are; nobody calls it.
    let stripe = PaymentChoice::Stripe(stripe::settings("http://127.0.0.1:1"));
    settings.parties.charging = Charging::new(stripe, FraudChoice::OwnRecords).unwrap();
    let mut parts = parts(settings, clock, Arc::new(TestRandom::seeded(seed))).await;
    if let Some((_, bank, emails)) = parties {
        parts.providers = Providers { payment: bank, mail: emails, ..parts.providers };
    }
    let state = AppState::new(parts);
    warehouse::fill(&state).await.unwrap();
    state
}

/// Looks whether the call that runs waits for a lock of PostgreSQL, and lets another one go on then. It panics if nothing gets on.
async fn watch_locks(turns: Arc<Turns>, url: String) -> Infallible {
    const WAITS: &str =
        "SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = current_setting('application_name')
        AND wait_event_type = 'Lock' AND CARDINALITY(pg_blocking_pids(pid)) > 0";
    let is_sqlite = url.starts_with("sqlite:");
    let mut connection = None;
    let (mut seen, mut since) = (turns.progress(), tokio::time::Instant::now());
    loop {
        tokio::time::sleep(Duration::from_millis(10)).await;
        let now = turns.progress();
        if now != seen {
            (seen, since) = (now, tokio::time::Instant::now());
            continue;
        }
        assert!(since.elapsed() <= STANDS_STILL, "a step stands still");
        let (_, Some(call)) = now else { continue };
        if is_sqlite || !turns.others_wait() {
            continue;
        }
        let connected = match &mut connection {
            Some(connected) => connected,
            None => connection.insert(connect_postgres(&url).await),
        };
        let waiting: i64 = sqlx::query_scalar(WAITS).fetch_one(connected).await.unwrap();
        if waiting > 0 && turns.progress() == now {
            turns.is_blocked(call);
        }
    }
}
