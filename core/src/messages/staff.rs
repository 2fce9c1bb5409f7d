//! What the shop's own people read about a decision of core. No screen shows it, so that the browser does not load it.

pub(crate) const NOT_DUE: &str = "its day to check out by is not over";
pub(crate) const NO_CARD: &str = "there is no card on file";
pub(crate) const NO_CONSENT: &str = "the customer has not agreed to an automatic checkout";
pub(crate) const NOTHING_DECIDED: &str =
    "the customer has not agreed to an automatic checkout, and has not decided to keep anything";
pub(crate) const NOT_REMINDED: &str = "not every reminder was sent in time";
pub(crate) const TRIED_LATER: &str = "the card was declined, and is tried again";
pub(crate) const DECLINED: &str = "the card was declined too often";
pub(crate) const DUE: &str = "its time has come";

pub(crate) const NOTICE_NOT_SENT: &str = "its notice was not sent";
pub(crate) const NO_ADDRESS: &str = "there is no address for it to go to";
