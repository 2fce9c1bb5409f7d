//! What the rest of the service knows of a collector of traces.

use crate::platform::future::BoxFuture;
use crate::providers::common::reach::Reach;

/// A collector of traces. Only the export thread sends it traces.
pub trait TraceCollector: Send + Sync {
    /// Asks it something harmless, to see whether it can be worked with.
    fn reach(&self) -> BoxFuture<'_, Reach>;
}
