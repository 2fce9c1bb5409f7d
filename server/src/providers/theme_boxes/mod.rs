//! The theme boxes of the season, as the retailer's merchandising names them.

pub mod built_in;
pub mod choice;
pub mod feed;

use crate::data::ThemeBox;
use crate::platform::future::BoxFuture;
use crate::providers::common::browser_needs::BrowserNeeds;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::reach::{self, Reach};
use std::error::Error;

/// Keeps the last good answer of a feed for all servers.
pub trait KeptAnswer: Send + Sync {
    /// The boxes that are kept of the feed at this address; none if they are another feed's.
    ///
    /// # Errors
    /// If they cannot be read.
    fn read<'a>(&'a self, url: &'a str) -> BoxFuture<'a, Result<Vec<ThemeBox>, NotKept>>;

    /// Keeps the boxes of the feed at this address in the place of those that are kept.
    ///
    /// # Errors
    /// If they cannot be written.
    fn write<'a>(&'a self, url: &'a str, boxes: Vec<ThemeBox>) -> BoxFuture<'a, Result<(), NotKept>>;
}

/// Why an answer is not kept, or not read.
pub type NotKept = Box<dyn Error + Send + Sync>;

/// The provider did not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the provider of theme boxes does not answer")]
pub struct NoAnswer;

/// Why theme boxes were not refreshed. Those that are kept stay.
#[derive(Debug, thiserror::Error)]
pub enum NotRefreshed {
    /// The provider did not answer.
    #[error("the provider of theme boxes does not answer")]
    NoAnswer,
    /// The provider's answer cannot be used. Holds the reason as part of a sentence.
    #[error("{0}")]
    Refused(String),
    /// The theme boxes cannot be kept.
    #[error("they cannot be kept: {0}")]
    NotKept(NotKept),
}

/// Names the theme boxes that can be chosen at the moment.
pub trait ThemeBoxes: Send + Sync {
    /// How it forgets a person whose account has ended.
    fn forgetting(&self) -> Forgetting;

    /// The theme boxes, in the order in which they are shown. If there are none, those of the starting data are used.
    fn current(&self) -> BoxFuture<'_, Result<Vec<ThemeBox>, NoAnswer>>;

    /// Asks for the theme boxes of today, and keeps them for [`current`](Self::current). Returns how many there are.
    fn refresh(&self) -> BoxFuture<'_, Result<usize, NotRefreshed>> {
        Box::pin(async { Ok(0) })
    }

    /// What their pictures need in the browser.
    fn browser_needs(&self) -> BrowserNeeds {
        BrowserNeeds::default()
    }

    /// Asks it something harmless, to see whether it can be worked with.
    fn reach(&self) -> BoxFuture<'_, Reach> {
        reach::embedded()
    }
}
