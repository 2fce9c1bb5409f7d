//! A box on its way.

use crate::{policy, values::url};

/// `shipment.tracking_page`: the address of the carrier's page about a shipment.
#[must_use]
pub fn tracking_page(tracking_code: &str) -> String {
    [policy::TRACKING_PAGE, &url::encoded(tracking_code)].concat()
}
