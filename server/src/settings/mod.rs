//! Settings from flags, and from `STYLEBOX_…` variables of the same names.
//!
//! An invalid value stops the start with one sentence that says which and why.

use crate::platform::config::{ConfigError, DatabaseOptions, Network, PublicUrl, secret_key};
use crate::platform::keys::Keys;
use crate::platform::logging::LogFormat;
use crate::platform::secret_url::SecretUrl;
use crate::providers::parties::{Parties, PartyOptions};
use clap::Args;
use clap::builder::BoolishValueParser;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use stylebox_core::brand::SUPPORT_EMAIL;

/// The flags, each with its variable.
#[derive(Debug, Args)]
pub struct Options {
    /// The address and port to listen on. With --demo it must be a loopback address.
    #[arg(long, env = "STYLEBOX_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS:PORT", global = true)]
    listen: SocketAddr,

    /// The address by which customers reach the service: links begin with it, and with https, cookies are for https only
    /// [default: http://localhost:PORT; for ops, that of the server that started last]
    #[arg(long, env = "STYLEBOX_PUBLIC_URL", value_name = "URL", global = true)]
    public_url: Option<String>,

    #[command(flatten)]
    database: DatabaseOptions,

    /// Demo mode: seeds demo customers, moves boxes on request, shows sent emails under /dev/outbox, charges nobody. For
    /// looking at the product on one's own machine only.
    #[arg(long, env = "STYLEBOX_DEMO", value_parser = BoolishValueParser::new(), global = true)]
    demo: bool,

    #[command(flatten)]
    parties: PartyOptions,

    /// The proxies whose X-Forwarded-For is trusted: addresses or networks (10.0.0.0/8), separated by commas.
    #[arg(long, env = "STYLEBOX_TRUSTED_PROXIES", value_name = "NETWORKS", value_delimiter = ',', global = true)]
    trusted_proxies: Vec<Network>,

    /// Whether browsers are to reach all subdomains of the public address by https alone, too (HSTS `includeSubDomains`). Browsers keep
    /// that for a year: all of them have to speak https.
    #[arg(long, env = "STYLEBOX_HSTS_SUBDOMAINS", value_parser = BoolishValueParser::new(), global = true)]
    hsts_subdomains: bool,

    /// An address and port for Prometheus, which reads /metrics there. Let nobody else reach it [default: none]
    #[arg(long, env = "STYLEBOX_METRICS_LISTEN", value_name = "ADDRESS:PORT", global = true)]
    metrics_listen: Option<SocketAddr>,

    /// The most connections at once. At that number the one that has waited longest for a request is closed for the next. If
    /// the system's limit of open files allows fewer, that limit holds.
    #[arg(long, env = "STYLEBOX_MAX_CONNECTIONS", default_value_t = 10_000, value_name = "CONNECTIONS", value_parser = clap::value_parser!(u32).range(1..), global = true)]
    max_connections: u32,

    /// How many seconds the calls under way have to finish when the service is told to stop.
    #[arg(long, env = "STYLEBOX_SHUTDOWN_SECONDS", default_value_t = 30, value_name = "SECONDS", global = true)]
    shutdown_seconds: u32,

    /// How many calls of /api/rules/… one address may make within a minute, on each server; 0 for no limit.
    #[arg(long, env = "STYLEBOX_RULES_RATE_LIMIT", default_value_t = 600, value_name = "CALLS", global = true)]
    rules_rate_limit: u32,

    /// In demo mode: after so many seconds each box moves on by a step; 0 for never.
    #[arg(long, env = "STYLEBOX_SIMULATOR_SECONDS", default_value_t = 0, value_name = "SECONDS", global = true)]
    simulator_seconds: u32,

    /// How often the gateway is asked about payments that it has not answered, in seconds.
    #[arg(long, env = "STYLEBOX_PAYMENT_RETRY_SECONDS", default_value_t = 30, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=3_600), global = true)]
    payment_retry_seconds: u32,

    /// A folder for the marks of erased people, by which they are erased again after a backup was restored: beside the backups, such as
    /// DIR/erased, and not on the disk of the database [default: none]
    #[arg(long, env = "STYLEBOX_ERASURE_MARKS", value_name = "DIR", global = true)]
    erasure_marks: Option<PathBuf>,

    /// What is logged: a level (error, warn, info, debug, trace) or a filter such as stylebox_server=debug,sqlx=warn.
    #[arg(long, env = "STYLEBOX_LOG", default_value = "info", value_name = "FILTER", global = true)]
    log: String,

    /// How log lines are written.
    #[arg(long, env = "STYLEBOX_LOG_FORMAT", value_enum, default_value = "text", global = true)]
    log_format: LogFormat,
}

/// The checked settings that the service runs with.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The address by which customers reach the service.
    pub public_url: PublicUrl,
    /// `sqlite:…` or `postgres://…`.
    pub database_url: SecretUrl,
    /// The most connections to PostgreSQL, or the most that read an SQLite file; `None` for the usual number.
    pub database_connections: Option<u32>,
    /// Whether the service is a demonstration or serves customers.
    pub mode: Mode,
    /// The chosen providers, with their settings.
    pub parties: Parties,
    /// Whether HSTS is for all subdomains too.
    pub hsts_subdomains: bool,
    /// The proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<Network>,
    /// The address and port of the metrics; `None` for none.
    pub metrics_listen: Option<SocketAddr>,
    /// The most connections at once.
    pub max_connections: u32,
    /// How many seconds the calls under way have to finish when the service is told to stop.
    pub shutdown_seconds: u32,
    /// Calls of `/api/rules/…` for each address and minute; 0 for no limit.
    pub rules_rate_limit: u32,
    /// How often the gateway is asked about open payments, in seconds.
    pub payment_retry_seconds: u32,
    /// The folder for the marks of erased people; `None` for none.
    pub erasure_marks: Option<PathBuf>,
    /// The log filter.
    pub log: String,
    /// How log lines are written.
    pub log_format: LogFormat,
}

/// Whether the service is a demonstration or serves customers, with what only one of the two has.
#[derive(Debug, Clone)]
pub enum Mode {
    /// A demonstration, on this machine only.
    Demo {
        /// The service's own secret key, if the operator has named one. If not, the demonstration makes one.
        keys: Option<Keys>,
        /// How often the simulator moves boxes on, in seconds; 0 for never.
        simulator_seconds: u32,
    },
    /// Customers are served.
    Live {
        /// The service's own secret key.
        keys: Keys,
    },
    /// Outside demo mode, without a key or with the simulator: nobody can be served. `migrate` and `check` run like this, and each command
    /// beside a server until it knows that the server is a demonstration.
    Unready {
        /// The service's own secret key, if the operator has named one.
        keys: Option<Keys>,
        /// As in the demonstration.
        simulator_seconds: u32,
    },
}

impl Mode {
    /// The mode that these settings make.
    #[must_use]
    pub fn new(demo: bool, keys: Option<Keys>, simulator_seconds: u32) -> Self {
        match (demo, keys) {
            (true, keys) => Self::Demo { keys, simulator_seconds },
            (false, Some(keys)) if simulator_seconds == 0 => Self::Live { keys },
            (false, keys) => Self::Unready { keys, simulator_seconds },
        }
    }

    /// Demo mode with the same settings.
    #[must_use]
    pub fn into_demo(self) -> Self {
        match self {
            Self::Demo { keys, simulator_seconds } | Self::Unready { keys, simulator_seconds } => {
                Self::Demo { keys, simulator_seconds }
            }
            Self::Live { keys } => Self::Demo { keys: Some(keys), simulator_seconds: 0 },
        }
    }

    /// The service's own secret key, if the operator has named one.
    #[must_use]
    pub const fn keys(&self) -> Option<&Keys> {
        match self {
            Self::Demo { keys, .. } | Self::Unready { keys, .. } => keys.as_ref(),
            Self::Live { keys } => Some(keys),
        }
    }
}

impl Options {
    /// Whether the public address is given, by a flag or a variable.
    #[must_use]
    pub const fn names_public_url(&self) -> bool {
        self.public_url.is_some()
    }

    /// The settings, checked against each other.
    ///
    /// # Errors
    /// The first invalid setting.
    pub fn settings(self) -> Result<Settings, ConfigError> {
        self.settings_with(&|name| std::env::var(name).ok())
    }

    /// As [`Self::settings`]; `variable` reads a variable of the environment.
    fn settings_with(self, variable: &dyn Fn(&str) -> Option<String>) -> Result<Settings, ConfigError> {
        let public_url = match &self.public_url {
            Some(text) => PublicUrl::parse(text)?,
            None => PublicUrl::parse(&format!("http://localhost:{}", self.listen.port()))?,
        };
        let database_connections = self.database.database_connections;
        let database_url = self.database.url()?;
        let parties = self.parties.read(self.demo, variable)?;
        let keys = secret_key::read(variable)?;
        Ok(Settings {
            listen: self.listen,
            public_url,
            database_url,
            database_connections,
            mode: Mode::new(self.demo, keys, self.simulator_seconds),
            parties,
            hsts_subdomains: self.hsts_subdomains,
            trusted_proxies: self.trusted_proxies,
            metrics_listen: self.metrics_listen,
            max_connections: self.max_connections,
            shutdown_seconds: self.shutdown_seconds,
            rules_rate_limit: self.rules_rate_limit,
            payment_retry_seconds: self.payment_retry_seconds,
            erasure_marks: self.erasure_marks,
            log: self.log,
            log_format: self.log_format,
        })
    }
}

/// The flag of demo mode.
pub const DEMO_FLAG: &str = "--demo";

impl Settings {
    /// Whether the service runs in demo mode.
    #[must_use]
    pub const fn is_demo(&self) -> bool {
        matches!(self.mode, Mode::Demo { .. })
    }

    /// The warnings at the start: what a real shop can do without, but should not leave out by mistake.
    #[must_use]
    pub fn warnings(&self) -> Vec<&'static str> {
        if self.is_demo() {
            return Vec::new();
        }
        let mut warnings = self.parties.warnings();
        if self.trusted_proxies.is_empty() {
            warnings.push(
                "no proxy is trusted: behind one, which https needs, all customers share its address and so its limits (--trusted-proxies)",
            );
        }
        if SUPPORT_EMAIL.ends_with(".example") {
            warnings.push(
                "pages and emails name the demonstration's retailer, phone and email address (core/src/brand.rs: set yours, and build again)",
            );
        }
        warnings
    }

    /// The settings that all programs on a database must share, by flag: each party that a command of `ops` works with, and
    /// `--demo`.
    #[must_use]
    pub fn choices(&self) -> BTreeMap<String, String> {
        let parties = self.parties.choices().into_iter().map(|(flag, choice)| (flag.to_owned(), choice));
        parties.chain([(DEMO_FLAG.to_owned(), self.is_demo().to_string())]).collect()
    }

    /// The choices of a server that these settings do not share, in words such as "with --payment stripe".
    #[must_use]
    pub fn differences(&self, of_server: &BTreeMap<String, String>) -> Vec<String> {
        let own = self.choices();
        let differs = |flag: &str, choice: &str| own.get(flag).is_some_and(|own| own != choice);
        let others = of_server.iter().filter(|(flag, choice)| differs(flag, choice));
        others
            .map(|(flag, choice)| match choice.as_str() {
                "true" => format!("with {flag}"),
                "false" => format!("without {flag}"),
                _ => format!("with {flag} {choice}"),
            })
            .collect()
    }

    /// The same settings, in demo mode if the server with these choices is.
    #[must_use]
    pub fn in_mode_of(mut self, of_server: &BTreeMap<String, String>) -> Self {
        if of_server.get(DEMO_FLAG).is_some_and(|demo| demo == "true") {
            self.mode = self.mode.into_demo();
        }
        self
    }

    /// Checks that the service may work on the data of customers with these settings, wherever it listens.
    ///
    /// # Errors
    /// Outside demo mode a fake provider, the simulator, or no secret key.
    pub fn check_for_data(&self) -> Result<(), ConfigError> {
        if self.is_demo() {
            return Ok(());
        }
        let fakes = self.parties.fakes();
        if !fakes.is_empty() {
            return Err(ConfigError::FakesOutsideDemo(fakes));
        }
        match self.mode {
            Mode::Unready { simulator_seconds: 1.., .. } => Err(ConfigError::SimulatorOutsideDemo),
            Mode::Unready { .. } => Err(ConfigError::SecretKeyMissing(secret_key::SECRET_KEY)),
            Mode::Demo { .. } | Mode::Live { .. } => Ok(()),
        }
    }

    /// Checks that the service may serve customers with these settings.
    ///
    /// # Errors
    /// Demo mode on the network, or under an address of another machine; or outside demo mode what [`Self::check_for_data`] says, or a
    /// public address without https.
    pub fn check_for_serving(&self) -> Result<(), ConfigError> {
        if self.is_demo() {
            return if !self.listen.ip().is_loopback() {
                Err(ConfigError::DemoOnNetwork(self.listen))
            } else if !self.public_url.is_this_machine() {
                Err(ConfigError::DemoInPublic(self.public_url.to_string()))
            } else {
                Ok(())
            };
        }
        self.check_for_data()?;
        if self.public_url.is_https() {
            Ok(())
        } else {
            Err(ConfigError::PublicUrlInTheClear(self.public_url.to_string()))
        }
    }
}

#[cfg(test)]
mod tests;
