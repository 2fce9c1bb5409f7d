//! Where the shop's theme boxes come from.

use crate::providers::parts::Parts;
use crate::providers::theme_boxes::ThemeBoxes;
use crate::providers::theme_boxes::built_in::BuiltIn;
use crate::providers::theme_boxes::feed::{Feed, settings::FeedOptions};
use std::sync::Arc;

choice! {
    /// Where the theme boxes of the season come from. The embedded ones are nine, the same all year.
    "--theme-boxes" "STYLEBOX_THEME_BOXES" theme_boxes: ThemeBoxesChoice {
        /// Those of the starting data.
        BuiltIn,
        /// A JSON address.
        Feed(feed: FeedOptions),
    }
}

impl ThemeBoxesChoice {
    /// Whether they change from time to time, so that a job has to ask for them.
    #[must_use]
    pub const fn changes(&self) -> bool {
        match self {
            Self::BuiltIn => false,
            Self::Feed(_) => true,
        }
    }

    /// The provider that is chosen.
    pub(crate) fn provider(&self, parts: &Parts) -> Result<Arc<dyn ThemeBoxes>, String> {
        Ok(match self {
            Self::BuiltIn => Arc::new(BuiltIn),
            Self::Feed(settings) => Arc::new(Feed::new(settings, parts.over_the_store.kept_theme_boxes.clone())?),
        })
    }
}
