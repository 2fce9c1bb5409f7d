//! The human check, which tells people from programs.

pub mod choice;
pub mod proof_of_work;
pub mod recaptcha;
pub mod settings;
pub mod site_verify;
pub mod turnstile;

use crate::platform::clock::Timestamp;
use crate::platform::future::BoxFuture;
use crate::providers::common::browser_needs::BrowserNeeds;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::reach::{self, Reach};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// Tells people from programs.
pub trait HumanCheck: Send + Sync {
    /// How it forgets a person whose account has ended.
    fn forgetting(&self) -> Forgetting;

    /// The widget of an outside party that the page shows now; `None` if it shows that of the proof of work.
    fn widget(&self) -> Option<Widget> {
        None
    }

    /// A new proof of work, as its widget on the page takes it.
    ///
    /// # Errors
    /// If none can be made.
    fn challenge(&self) -> Result<Value, String>;

    /// Verifies `token`, a widget's answer, for a form; `None` if it is wrong. The caller has to make sure that it counts only once.
    fn verify<'a>(&'a self, token: &'a str, action: Action) -> BoxFuture<'a, Option<Passed>>;

    /// What its widget needs in the browser.
    fn browser_needs(&self) -> BrowserNeeds {
        BrowserNeeds::default()
    }

    /// Asks it something harmless, to see whether it can be worked with.
    fn reach(&self) -> BoxFuture<'_, Reach> {
        reach::embedded()
    }
}

/// A challenge that was solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passed {
    /// Identifies the challenge.
    pub challenge: String,
    /// Until when it can be used.
    pub expires_at: Timestamp,
}

/// The form that a check is for. A party's token counts only for the form that it was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    SignIn,
    Register,
    /// Asking for a link in the place of a forgotten password.
    ForgotPassword,
}

impl Action {
    /// The name by which the parties know it: letters and underscores, which both of them take.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SignIn => "sign_in",
            Self::Register => "register",
            Self::ForgotPassword => "forgot_password",
        }
    }
}

/// The widget of an outside party.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Widget {
    /// Its provider.
    pub kind: HumanCheckKind,
    /// The key by which the party knows the shop. It is public.
    pub site_key: String,
}

/// The provider of a widget.
// The page has a component for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HumanCheckKind {
    /// Cloudflare's Turnstile.
    Turnstile,
    /// Google's reCAPTCHA, version 3.
    Recaptcha,
}
