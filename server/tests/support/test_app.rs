//! The app of one test, with its settings, clock, seed and database.

use super::analytics::AnalyticsRecorder;
use super::client::Client;
use super::database::TestDatabase;
use super::empty_database::engine;
use super::gateway::Gateway;
use super::message_services::MessageServices;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;
use stylebox_core::policy::limits::Tries;
use stylebox_core::terms::ShopTerms;
use stylebox_core::values::business_time::{Holidays, Instant};
use stylebox_core::values::money::Money;
use stylebox_server::app::router;
use stylebox_server::data::StartingData;
use stylebox_server::fulfilment::warehouse;
use stylebox_server::platform::clock::{Clock, Timestamp};
use stylebox_server::platform::config::PublicUrl;
use stylebox_server::platform::keys::Keys;
use stylebox_server::platform::logging::LogFormat;
use stylebox_server::platform::password_cost::PasswordCost;
use stylebox_server::platform::random::Random;
use stylebox_server::platform::tries::{Made, Window};
use stylebox_server::providers::Providers;
use stylebox_server::providers::address::AddressProvider;
use stylebox_server::providers::analytics::choice::AnalyticsChoice;
use stylebox_server::providers::common::sender::{KeptInOutbox, MessageSender};
use stylebox_server::providers::fraud::FraudCheck;
use stylebox_server::providers::human_check::settings::ProofOfWorkSettings;
use stylebox_server::providers::mail::EmailMessage;
use stylebox_server::providers::parties::Parties;
use stylebox_server::providers::photos::PhotoStore;
use stylebox_server::providers::reviews::ReviewService;
use stylebox_server::providers::sms::TextMessage;
use stylebox_server::service::access::rate_limit;
use stylebox_server::service::checkout::vouchers::new_gift_card;
use stylebox_server::service::operation::opening::{keys, providers};
use stylebox_server::settings::{Mode, Settings};
use stylebox_server::state::{AppState, Parts};
use stylebox_server::store::account::customers;
use stylebox_server::store::order::stock;
use stylebox_server::store::{Db, OpenError};

/// Read once for all tests.
static STARTING_DATA: LazyLock<StartingData> = LazyLock::new(|| StartingData::load().unwrap());

/// When every test begins: a Wednesday morning in Chicago.
pub const START: &str = "2026-11-18T15:00:00Z";

/// The lowest cost that argon2 allows. Most tests sign somebody in and would take a sixth longer with the production cost.
const CHEAP: PasswordCost = PasswordCost { memory_kib: 8, passes: 1 };

/// A proof of work that a test computes in no time.
const EASY: ProofOfWorkSettings = ProofOfWorkSettings { steps: 2 };

/// The service's own secret key, unless a test names another.
pub const SECRET_KEY: &str = "3f1c9a7be25d40868f0e6c1db7a4925e";

/// Another one, for a change of key.
pub const NEW_SECRET_KEY: &str = "b80d27f4c6e14a539d72f5a01c3be869";

/// A clock that stands still until it is set.
#[derive(Debug, Default)]
pub struct TestClock {
    at: AtomicI64,
    ahead: AtomicI64,
}

impl TestClock {
    pub fn set(&self, instant: &str) {
        let instant: Instant = instant.parse().unwrap();
        self.set_at(Timestamp(instant.unix_micros()));
    }

    pub fn set_at(&self, at: Timestamp) {
        self.at.store(at.0, Ordering::SeqCst);
    }

    pub fn advance(&self, duration: Duration) {
        self.at.fetch_add(micros(duration), Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.at.load(Ordering::SeqCst) + self.ahead.load(Ordering::SeqCst))
    }

    fn real_now(&self) -> Timestamp {
        Timestamp(self.at.load(Ordering::SeqCst))
    }

    fn set_ahead(&self, ahead: Duration) {
        self.ahead.store(micros(ahead), Ordering::SeqCst);
    }
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap()
}

/// Randomness from a seed.
pub struct TestRandom {
    generator: Mutex<StdRng>,
    draws: AtomicUsize,
}

impl TestRandom {
    pub fn seeded(seed: u64) -> Self {
        Self { generator: Mutex::new(StdRng::seed_from_u64(seed)), draws: AtomicUsize::new(0) }
    }
}

impl Random for TestRandom {
    fn fill(&self, bytes: &mut [u8]) {
        self.draws.fetch_add(1, Ordering::SeqCst);
        self.generator.lock().unwrap().fill_bytes(bytes);
    }
}

/// On PostgreSQL: each connection prepares all its statements anew, which takes a quarter of the tests' time if there are two or more. A call
/// that takes a second connection while it holds one would wait for itself.
const ONE_CONNECTION: Option<u32> = Some(1);

/// A second connection, for a test in which two calls run at the same time, or a call while the test holds a transaction open.
pub fn two_transactions(settings: &mut Settings) {
    settings.database_connections = settings.database_connections.map(|_| 2);
}

/// As many connections to the database as a server has, for a test in which many calls run at the same time.
pub fn crowded(settings: &mut Settings) {
    settings.database_connections = None;
}

/// Turns demo mode off.
pub fn live(settings: &mut Settings) {
    settings.mode = Mode::new(false, settings.mode.keys().cloned(), 0);
}

/// The settings of a server in demo mode on that database.
pub fn settings(database: &TestDatabase) -> Settings {
    Settings {
        listen: "127.0.0.1:0".parse().unwrap(),
        public_url: PublicUrl::parse("http://stylebox.test").unwrap(),
        database_url: database.secret_url(),
        database_connections: ONE_CONNECTION.filter(|_| engine() == "PostgreSQL"),
        mode: Mode::new(true, Keys::parse(SECRET_KEY, []).ok(), 0),
        parties: Parties { proof_of_work: EASY, ..Parties::default() },
        hsts_subdomains: false,
        trusted_proxies: Vec::new(),
        metrics_listen: None,
        max_connections: 1000,
        shutdown_seconds: 30,
        rules_rate_limit: 600,
        payment_retry_seconds: 30,
        erasure_marks: None,
        log: "off".to_owned(),
        log_format: LogFormat::Text,
    }
}

/// The parts of a server with these settings, and the providers that they choose.
pub async fn parts(settings: Settings, clock: Arc<TestClock>, random: Arc<TestRandom>) -> Parts {
    super::log::install();
    let (url, connections) = (&settings.database_url, settings.database_connections);
    let db = match Db::open_with(url, connections).await {
        // The test finishes the restore.
        Err(OpenError::HalfRestored { .. }) => Db::open_half_restored(url, connections).await,
        opened => opened,
    };
    let db = db.unwrap();
    let keys = keys(&settings, &*random).unwrap();
    let providers = providers(&settings, &keys, &db, clock.clone(), random.clone()).unwrap();
    let data = STARTING_DATA.clone();
    Parts { settings, keys, db, clock, random, password_cost: CHEAP, providers, data }
}

/// The app of one test, with its providers.
pub struct TestApp {
    pub state: AppState,
    pub clock: Arc<TestClock>,
    pub gateway: Arc<Gateway>,
    pub messages: Arc<MessageServices>,
    /// It replaces the outbox, so it gets events only if the settings choose the outbox.
    pub analytics: Arc<AnalyticsRecorder>,
    random: Arc<TestRandom>,
    router: axum::Router,
    database: TestDatabase,
    seed: u64,
}

impl TestApp {
    /// The app in demo mode.
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// The app with other settings.
    pub async fn with(change: impl FnOnce(&mut Settings)) -> Self {
        let start = async |database| Self::on(database, |_| {}).await.state.db.close().await;
        Self::on(TestDatabase::for_server(start).await, change).await
    }

    /// The app of a shop with other commercial terms.
    pub async fn under(terms: ShopTerms) -> Self {
        let mut app = Self::start().await;
        app.state = app.in_shop(terms);
        app.router = router(app.state.clone());
        app
    }

    /// The same server in a shop with other commercial terms.
    pub fn in_shop(&self, terms: ShopTerms) -> AppState {
        AppState::new(Parts { data: StartingData::under(terms).unwrap(), ..self.parts() })
    }

    pub async fn on(database: TestDatabase, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = settings(&database);
        change(&mut settings);
        let clock = Arc::new(TestClock::default());
        clock.set(START);
        Self::build(settings, database, clock, 1).await
    }

    /// The same app after a kill and a restart: only the database is left.
    pub async fn restart(self) -> Self {
        self.restart_with(|_| {}).await
    }

    /// The same app after a restart with another secret key.
    pub async fn restart_with_key(self, key: &str) -> Self {
        self.restart_with(|settings| settings.mode = Mode::new(settings.is_demo(), Keys::parse(key, []).ok(), 0)).await
    }

    pub async fn restart_with(self, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = self.state.settings.clone();
        change(&mut settings);
        self.state.db.close().await;
        Self::build(settings, self.database, self.clock, self.seed + 1).await
    }

    /// An empty database beside this one.
    pub async fn elsewhere(&self) -> TestDatabase {
        self.database.elsewhere().await
    }

    /// The id of the customer with an email address.
    pub async fn customer_id(&self, email: &str) -> String {
        let customer = customers::by_email(&mut self.state.db.read().await.unwrap(), email).await.unwrap();
        customer.unwrap().id
    }

    /// Another server at the same time. The two share only the database, where the sandbox gateway keeps its charges, and the clock.
    pub async fn second_server(&self) -> Self {
        let settings = self.state.settings.clone();
        Self::build(settings, self.database.again(), self.clock.clone(), self.seed + 1000).await
    }

    async fn build(settings: Settings, database: TestDatabase, clock: Arc<TestClock>, seed: u64) -> Self {
        let random = Arc::new(TestRandom::seeded(seed));
        let mut parts = parts(settings, clock.clone(), random.clone()).await;
        let providers = &mut parts.providers;
        let gateway = Arc::new(Gateway::new(providers.payment.clone()));
        providers.payment = gateway.clone();
        let messages = Arc::new(MessageServices::new());
        providers.mail = messages.clone();
        if let Some(service) = &mut providers.sms {
            *service = messages.clone();
        }
        let analytics = Arc::new(AnalyticsRecorder::default());
        let is_told = matches!(parts.settings.parties.analytics, AnalyticsChoice::Outbox);
        if let Some(service) = providers.analytics.as_mut().filter(|_| is_told) {
            *service = analytics.clone();
        }
        let state = AppState::new(parts);
        warehouse::fill(&state).await.unwrap();
        Self { router: router(state.clone()), state, clock, gateway, messages, analytics, random, database, seed }
    }

    /// The state of another server on the same database, with the same clock.
    pub async fn another_server(&self) -> AppState {
        let random = Arc::new(TestRandom::seeded(self.seed + 1000));
        let mut parts = parts(self.state.settings.clone(), self.clock.clone(), random).await;
        parts.providers.payment = self.gateway.clone();
        parts.providers.mail = self.messages.clone();
        if let Some(service) = &mut parts.providers.sms {
            *service = self.messages.clone();
        }
        AppState::new(parts)
    }

    /// The same server with another photo store, and a browser that calls it.
    pub fn with_photos(&self, photos: Arc<dyn PhotoStore>) -> (AppState, Client) {
        let state = self.with_providers(Providers { photos, ..self.state.providers.clone() });
        (state.clone(), Client::new(router(state)))
    }

    /// The same server with another reviews service.
    pub fn with_reviews(&self, reviews: Arc<dyn ReviewService>) -> AppState {
        self.with_providers(Providers { reviews, ..self.state.providers.clone() })
    }

    /// The same server with another fraud check.
    pub fn with_fraud_check(&self, fraud: impl FraudCheck + 'static) -> AppState {
        self.with_providers(Providers { fraud: Arc::new(fraud), ..self.state.providers.clone() })
    }

    /// The same server with another address check.
    pub fn with_addresses(&self, address: impl AddressProvider + 'static) -> AppState {
        self.with_providers(Providers { address: Arc::new(address), ..self.state.providers.clone() })
    }

    /// The same server with another email service.
    pub fn with_mail(&self, mail: impl MessageSender<EmailMessage> + 'static) -> AppState {
        self.with_providers(Providers { mail: Arc::new(mail), ..self.state.providers.clone() })
    }

    /// The same server with another text message service.
    pub fn with_text_messages(&self, sms: impl MessageSender<TextMessage> + 'static) -> AppState {
        self.with_providers(Providers { sms: Some(Arc::new(sms)), ..self.state.providers.clone() })
    }

    /// The same server with the embedded message providers, which keep messages in the outbox.
    pub fn with_messages_in_outbox(&self) -> AppState {
        let (mail, sms) = (Arc::new(KeptInOutbox), Arc::new(KeptInOutbox));
        self.with_providers(Providers { mail, sms: Some(sms), ..self.state.providers.clone() })
    }

    /// The same server after its text messages were turned off.
    pub fn without_text_messages(&self) -> AppState {
        self.with_providers(Providers { sms: None, ..self.state.providers.clone() })
    }

    /// The same server after its analytics service was turned off.
    pub fn without_analytics(&self) -> AppState {
        self.with_providers(Providers { analytics: None, ..self.state.providers.clone() })
    }

    /// The server's own parts, for a server that differs in some of them.
    fn parts(&self) -> Parts {
        Parts {
            settings: self.state.settings.clone(),
            keys: self.state.keys.clone(),
            db: self.state.db.clone(),
            clock: self.state.clock.clone(),
            random: self.state.random.clone(),
            password_cost: self.state.password_cost,
            providers: self.state.providers.clone(),
            data: self.state.data.clone(),
        }
    }

    /// The same server with other providers.
    pub fn with_providers(&self, providers: Providers) -> AppState {
        AppState::new(Parts { providers, ..self.parts() })
    }

    /// The same server with other holidays.
    pub fn with_holidays(&self, change: impl FnOnce(&mut Holidays)) -> AppState {
        let mut data = self.state.data.clone();
        change(&mut data.holidays);
        AppState::new(Parts { data, ..self.parts() })
    }

    /// What an outside party answered when the server last asked it. None if it was not asked.
    pub fn said_by(state: &AppState, party: &str) -> Option<&'static str> {
        state.party_watch().seen().get(party).map(|seen| seen.reach.word())
    }

    /// Another server on the same database, with this secret key and these old ones in its settings.
    pub fn with_secret_key(&self, key: &str, old: &[&str]) -> AppState {
        let mut settings = self.state.settings.clone();
        settings.mode = Mode::new(settings.is_demo(), Some(Keys::parse(key, old.iter().copied()).unwrap()), 0);
        let Parts { db, random, .. } = self.parts();
        let keys = keys(&settings, &*random).unwrap();
        let mut providers = providers(&settings, &keys, &db, self.clock.clone(), random).unwrap();
        providers.payment = self.gateway.clone();
        providers.mail = self.messages.clone();
        AppState::new(Parts { settings, keys, providers, ..self.parts() })
    }

    /// The same server with the production cost of password hashes.
    pub fn with_costly_passwords(&self) -> AppState {
        AppState::new(Parts { password_cost: PasswordCost::RECOMMENDED, ..self.parts() })
    }

    /// The same server outside demo mode.
    pub fn outside_demo_mode(&self) -> AppState {
        let mut settings = self.state.settings.clone();
        live(&mut settings);
        AppState::new(Parts { settings, ..self.parts() })
    }

    /// A browser without cookies.
    pub fn client(&self) -> Client {
        Client::new(self.router.clone())
    }

    /// A browser at the same server with other providers.
    pub fn client_of(&self, state: AppState) -> Client {
        Client::new(router(state))
    }

    /// The service itself.
    pub fn router(&self) -> axum::Router {
        self.router.clone()
    }

    /// Adds a gift card, as the shop sells it, with a balance in cents.
    pub async fn add_gift_card(&self, number: &str, balance: i64) {
        let card = new_gift_card(&self.state, number, Money::from_cents(balance).unwrap());
        let mut tx = self.state.db.write().await.unwrap();
        card.insert(&mut tx).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Changes the database directly.
    pub async fn execute(&self, sql: &'static str) {
        self.database.execute(sql).await;
    }

    /// As [`TestDatabase::numbers`].
    pub async fn numbers(&self, sql: &'static str) -> Vec<i64> {
        self.database.numbers(sql).await
    }

    /// As [`TestDatabase::count`].
    pub async fn count(&self, sql: &str) -> i64 {
        self.database.count(sql).await
    }

    /// Makes it look as if so many tries of a limit had been made just now, by each subject that has made one.
    pub async fn set_tries(&self, name: &str, limit: Tries, tries: u32) {
        let window = Window::new(limit.most, rate_limit::window(limit));
        let mut made = Made::default();
        (0..tries).for_each(|_| made.add(&window, self.clock.now()));
        let times: String = made.times.iter().map(|at| format!("{:016}", at.0)).collect();
        let at_newest = made.at_newest;
        let sql = format!("UPDATE tries SET made_at = '{times}', at_newest = {at_newest} WHERE bucket LIKE '{name}:%'");
        self.database.execute_built(&sql).await;
    }

    /// How many tries of a limit were made in all, as far as they are kept.
    pub async fn tries(&self, name: &str, limit: Tries) -> i64 {
        let each = Window::new(limit.most, rate_limit::window(limit)).tries_per_time;
        let sql = format!(
            "SELECT CAST(COALESCE(SUM((LENGTH(made_at) / 16 - 1) * {each} + at_newest), 0) AS BIGINT) FROM tries
             WHERE bucket LIKE '{name}:%'"
        );
        self.database.count(&sql).await
    }

    /// How many messages of a kind the outbox has.
    pub async fn messages_queued(&self, kind: &str) -> i64 {
        self.database.count(&format!("SELECT COUNT(*) FROM outbox WHERE kind = '{kind}'")).await
    }

    /// As [`TestDatabase::columns`].
    pub async fn columns(&self) -> BTreeSet<String> {
        self.database.columns().await
    }

    /// As [`TestDatabase::foreign_keys`].
    pub async fn foreign_keys(&self) -> Vec<[String; 4]> {
        self.database.foreign_keys().await
    }

    /// How often randomness was drawn so far.
    pub fn draws(&self) -> usize {
        self.random.draws.load(Ordering::SeqCst)
    }

    /// What the sandbox gateway has charged and not refunded, in cents, sorted.
    pub async fn charged(&self) -> Vec<i64> {
        let kept = "SELECT amount - refunded_amount FROM sandbox_charges WHERE outcome = 'succeeded' ORDER BY 1";
        self.database.numbers(kept).await
    }

    /// How many items are reserved in all.
    pub async fn reserved(&self) -> i64 {
        self.numbers("SELECT CAST(COALESCE(SUM(reserved), 0) AS BIGINT) FROM stock").await[0]
    }

    /// The warehouse's unreserved stock: garment, size, count.
    pub async fn stock(&self) -> Vec<(String, String, i64)> {
        let mut tx = self.state.db.read().await.unwrap();
        let free = stock::free(&mut tx).await.unwrap().into_iter();
        let mut free: Vec<_> = free.map(|row| (row.product_id, row.size, row.free)).collect();
        free.sort();
        free
    }

    /// As [`TestDatabase::dump`].
    pub async fn dump(&self) -> String {
        self.database.dump().await
    }

    /// As [`TestDatabase::files`].
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        self.database.files()
    }
}
