//! What is wrong with a setting, as a sentence for the operator.

use std::net::SocketAddr;
use std::path::PathBuf;

/// An invalid setting.
#[derive(Debug, Clone, thiserror::Error, PartialEq, Eq)]
pub enum ConfigError {
    /// The public address is malformed.
    #[error("The public address \"{0}\" is not of the form https://HOST or http://HOST:PORT.")]
    PublicUrl(String),
    /// Demo mode on an address that others can reach.
    #[error(
        "Demo mode listens on this machine only: {0} is not a loopback address. Use 127.0.0.1, or leave out --demo."
    )]
    DemoOnNetwork(SocketAddr),
    /// Demo mode under an address of another machine, by way of a tunnel or a proxy.
    #[error(
        "Demo mode is for this machine only, whatever gateway it works with: {0} is not its address. Use http://localhost:PORT for --public-url, or leave out --demo."
    )]
    DemoInPublic(String),
    /// A fake provider outside demo mode.
    #[error(
        "Real customers cannot be served by fake providers: {}. Choose others, or start with --demo.",
        .0.join(", ")
    )]
    FakesOutsideDemo(Vec<&'static str>),
    /// A public address without https outside demo mode.
    #[error(
        "Real customers' passwords and cookies need https: the public address {0} has none. Name one that begins with https:// by --public-url, or start with --demo."
    )]
    PublicUrlInTheClear(String),
    /// The simulator outside demo mode.
    #[error(
        "The simulator moves boxes that nobody has packed and is for demo mode only: start with --demo, or leave out --simulator-seconds."
    )]
    SimulatorOutsideDemo,
    /// The database is in memory only.
    #[error(
        "The database address \"{0}\" names no file: all that customers do would be lost at the end. Use sqlite:FILE."
    )]
    DatabaseInMemory(String),
    /// PostgreSQL on another machine, which would be spoken to in the clear, or without knowing who it is.
    #[error(
        "PostgreSQL on {0} holds customers' data, and is another machine: add ?sslmode=verify-full to the address of --database-url, and name the certificate authority by --database-ca unless it is a public one."
    )]
    DatabaseInTheClear(String),
    /// A file that should hold certificates holds none, or a broken one.
    #[error("The file {file:?} of {flag} holds no certificate in PEM, or a broken one.")]
    NoCertificate { flag: &'static str, file: PathBuf },
    /// A setting is missing that another one needs.
    #[error("{needed_by} needs {flag}.")]
    Missing {
        /// The missing flag or variable.
        flag: &'static str,
        needed_by: &'static str,
    },
    /// A file that a setting names cannot be read.
    #[error("The file {file:?} of {flag} cannot be read.")]
    Unreadable { flag: &'static str, file: PathBuf },
    /// A secret stands in a variable and in a file.
    #[error("Set either {0} or {0}_FILE, and not both.")]
    SecretTwice(&'static str),
    /// The file of a secret cannot be read.
    #[error("The file that {0}_FILE names cannot be read.")]
    SecretFile(&'static str),
    #[error("{0} is empty.")]
    SecretEmpty(&'static str),
    /// A secret has a control character, which no call could send.
    #[error("{0} has a line break or another control character inside.")]
    SecretMalformed(&'static str),
    /// There is no secret key outside demo mode.
    #[error(
        "{0} is missing: gift cards, codes and links of real customers are hashed and signed under it. Set it to the output of `openssl rand -hex 32`, keep it, and give it to every server and command."
    )]
    SecretKeyMissing(&'static str),
    #[error("{0} is too short: it has at least 32 characters, such as the output of `openssl rand -hex 32`.")]
    SecretKeyShort(&'static str),
    /// A secret key is known to everybody.
    #[error(
        "{0} is a sample, or has few different characters, and can be guessed: use the output of `openssl rand -hex 32`."
    )]
    SecretKeyKnown(&'static str),
    /// The address of an outside party is malformed, or would be called in the clear.
    #[error("The address {text:?} of {flag} is not of the form https://HOST, or http://HOST:PORT of this machine.")]
    BaseUrl {
        flag: &'static str,
        /// The flag's value.
        text: String,
    },
    /// A key is malformed.
    #[error("{name} is not of the form {form}.")]
    KeyForm {
        /// The flag or variable.
        name: &'static str,
        /// The form that it should have.
        form: &'static str,
    },
    /// A key that moves real money, in demo mode.
    #[error("{0} is a live key, and demo mode must move no money: use a test key.")]
    LiveKeyInDemo(&'static str),
    /// A key that moves no money, outside demo mode.
    #[error("{0} is a test key, and moves no money: use a live key, or start with --demo.")]
    TestKeyOutsideDemo(&'static str),
    /// A setting of an outside party has another form.
    #[error("The value {text:?} of {flag} is not {form}.")]
    Form {
        flag: &'static str,
        /// The flag's value, which is no secret.
        text: String,
        /// Ends the sentence: `of the form …`.
        form: &'static str,
    },
    /// Two settings: exactly one has to be there.
    #[error("{needed_by} needs either {one} or {other}, and not both.")]
    EitherOr { one: &'static str, other: &'static str, needed_by: &'static str },
    /// An error of an implementation's own settings. Holds a sentence, which names no secret.
    #[error("{0}")]
    OfParty(String),
    /// The database is of an unknown kind.
    #[error("The database address must begin with sqlite: or postgres:// (it was \"{0}\").")]
    DatabaseUrl(String),
}
