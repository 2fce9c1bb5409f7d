//! The theme boxes of the season, as the retailer's merchandising names them.

pub mod built_in;

use crate::data::ThemeBox;
use crate::platform::future::BoxFuture;
use crate::providers::reach::{self, Reach};

/// The provider did not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the provider of theme boxes does not answer")]
pub struct NoAnswer;

/// Names the theme boxes that can be chosen at the moment.
pub trait ThemeBoxes: Send + Sync {
    /// The theme boxes, in the order in which they are shown. If there are none, those of the starting data are used.
    fn current(&self) -> BoxFuture<'_, Result<Vec<ThemeBox>, NoAnswer>>;

    /// Asks it something harmless, to see whether it can be worked with.
    fn reach(&self) -> BoxFuture<'_, Reach> {
        reach::embedded()
    }
}
