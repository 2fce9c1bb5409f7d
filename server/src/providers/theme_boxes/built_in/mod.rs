//! The embedded default: only the theme boxes of the starting data.

use crate::data::ThemeBox;
use crate::platform::future::BoxFuture;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::theme_boxes::{NoAnswer, ThemeBoxes};

/// No theme box besides those of the starting data.
#[derive(Debug, Clone, Copy)]
pub struct BuiltIn;

impl ThemeBoxes for BuiltIn {
    fn forgetting(&self) -> Forgetting {
        Forgetting::WithTheAccount
    }

    fn current(&self) -> BoxFuture<'_, Result<Vec<ThemeBox>, NoAnswer>> {
        Box::pin(async { Ok(Vec::new()) })
    }
}
