//! How a metric is made and exported under a name.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Metric, Registry, Unit};
use std::fmt::Debug;
use std::hash::Hash;

/// A counter, a gauge, or a family of them, that is exported under a name.
pub(super) fn metric<M: Metric + Clone + Default>(
    registry: &mut Registry,
    name: &'static str,
    help: &'static str,
) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

/// Durations that are exported under a name, to which the library adds `_seconds`.
pub(super) fn seconds<L: EncodeLabelSet + Clone + Hash + Eq + Debug + Send + Sync + 'static>(
    registry: &mut Registry,
    name: &'static str,
    help: &'static str,
    new: fn() -> Histogram,
) -> Family<L, Histogram> {
    let durations = Family::new_with_constructor(new);
    registry.register_with_unit(name, help, Unit::Seconds, durations.clone());
    durations
}
