//! The available theme boxes.

use crate::data::ThemeBox;
use crate::platform::batch::Batch;
use crate::providers::theme_boxes::ThemeBoxes;
use crate::state::AppState;
use std::time::Duration;

/// Timeout of the provider; a screen waits for the answer.
const TIMEOUT: Duration = Duration::from_secs(3);

/// The theme boxes that can be chosen: the provider's, or the built-in ones if it has none or does not answer.
pub async fn current(state: &AppState) -> Vec<ThemeBox> {
    offered(&*state.providers.theme_boxes, &state.data.theme_boxes, TIMEOUT).await
}

/// Lets the provider ask for the theme boxes of today. Returns how many there are.
pub async fn refresh(state: &AppState) -> Batch<usize> {
    let mut batch = Batch::from(0);
    let refreshed = state.providers.theme_boxes.refresh().await;
    batch.done = batch.record("theme boxes", refreshed).unwrap_or_default();
    batch
}

async fn offered(provider: &dyn ThemeBoxes, built_in: &[ThemeBox], limit: Duration) -> Vec<ThemeBox> {
    match tokio::time::timeout(limit, provider.current()).await {
        Ok(Ok(offered)) if !offered.is_empty() => offered,
        Ok(Ok(_)) => built_in.to_vec(),
        Ok(Err(_)) | Err(_) => {
            tracing::warn!("the provider of theme boxes does not answer; those built in stand in");
            built_in.to_vec()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::offered;
    use crate::data::{StartingData, ThemeBox};
    use crate::platform::future::BoxFuture;
    use crate::providers::common::forgetting::Forgetting;
    use crate::providers::theme_boxes::built_in::BuiltIn;
    use crate::providers::theme_boxes::{NoAnswer, ThemeBoxes};
    use std::time::Duration;

    const SHORT: Duration = Duration::from_millis(20);

    struct Provider(Option<Result<Vec<ThemeBox>, NoAnswer>>);

    impl ThemeBoxes for Provider {
        fn forgetting(&self) -> Forgetting {
            Forgetting::WithTheAccount
        }

        fn current(&self) -> BoxFuture<'_, Result<Vec<ThemeBox>, NoAnswer>> {
            Box::pin(async {
                match &self.0 {
                    Some(answer) => answer.clone(),
                    None => std::future::pending().await,
                }
            })
        }
    }

    #[tokio::test]
    async fn the_nine_built_in_boxes_stand_in_if_the_provider_has_none() {
        let built_in = StartingData::load().unwrap().theme_boxes;
        assert_eq!(built_in.len(), 9);
        for silent in [Provider(Some(Ok(Vec::new()))), Provider(Some(Err(NoAnswer))), Provider(None)] {
            assert_eq!(offered(&silent, &built_in, SHORT).await, built_in);
        }
        assert_eq!(offered(&BuiltIn, &built_in, SHORT).await, built_in);
        let own = built_in.get(..1).unwrap().to_vec();
        assert_eq!(offered(&Provider(Some(Ok(own.clone()))), &built_in, SHORT).await, own);
    }
}
