//! The parts of Shippo's answers about labels that are read. Shippo may add others.

use crate::providers::carrier::{Label, Purchase, Refund};
use crate::providers::common::http_client::{Answer, NoAnswer};
use serde::Deserialize;

/// The most characters of what Shippo says that staff are shown.
const SHOWN: usize = 200;

#[derive(Deserialize)]
pub(super) struct ShipmentAnswer {
    pub(super) rates: Vec<Rate>,
    #[serde(default)]
    pub(super) messages: Vec<Message>,
}

#[derive(Deserialize)]
pub(super) struct Rate {
    pub(super) object_id: String,
    pub(super) servicelevel: ServiceLevel,
}

#[derive(Deserialize)]
pub(super) struct ServiceLevel {
    pub(super) token: Option<String>,
}

/// What a carrier says.
#[derive(Deserialize)]
pub(super) struct Message {
    #[serde(default)]
    text: Option<String>,
}

/// What carriers say, after a colon; nothing if they say nothing.
pub(super) fn sentence(messages: &[Message]) -> String {
    let texts: Vec<&str> = messages.iter().filter_map(|message| message.text.as_deref()).collect();
    if texts.is_empty() { String::new() } else { format!(": {}", shown(&texts.join(" "))) }
}

/// As much of a text as staff are shown, on one line.
fn shown(text: &str) -> String {
    let on_one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // A terminal would obey control characters.
    on_one_line.chars().filter(|letter| !letter.is_control()).take(SHOWN).collect()
}

/// Why Shippo refuses a call, for staff.
pub(super) fn refusal(answer: &Answer) -> String {
    if matches!(answer.status, 401 | 403) {
        return "it does not take the key (STYLEBOX_SHIPPO_KEY)".to_owned();
    }
    format!("{}: {}", answer.status, shown(&String::from_utf8_lossy(&answer.body)))
}

/// A page of transactions.
#[derive(Deserialize)]
pub(super) struct List {
    pub(super) next: Option<String>,
    pub(super) results: Vec<Transaction>,
}

/// A label, as Shippo buys it.
#[derive(Deserialize)]
pub(super) struct Transaction {
    object_id: String,
    status: TransactionStatus,
    #[serde(default)]
    pub(super) metadata: Option<String>,
    #[serde(default)]
    tracking_number: Option<String>,
    #[serde(default)]
    tracking_url_provider: Option<String>,
    #[serde(default)]
    label_url: Option<String>,
    #[serde(default)]
    messages: Vec<Message>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum TransactionStatus {
    Waiting,
    Queued,
    Success,
    Error,
    Refunded,
    RefundPending,
    RefundRejected,
}

impl Transaction {
    /// What became of it.
    ///
    /// # Errors
    /// If it is a label, and a part of the label is missing.
    pub(super) fn purchase(self) -> Result<Purchase, NoAnswer> {
        Ok(match self.status {
            TransactionStatus::Waiting | TransactionStatus::Queued => Purchase::Pending,
            TransactionStatus::Error => Purchase::Failed(format!("the label was not made{}", sentence(&self.messages))),
            TransactionStatus::Refunded | TransactionStatus::RefundPending => {
                Purchase::Failed("the label was given back at Shippo".to_owned())
            }
            TransactionStatus::Success | TransactionStatus::RefundRejected => {
                let is_plain = |text: &String| !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_graphic());
                let given = |text: Option<String>| text.filter(is_plain).ok_or(NoAnswer::Unknown);
                Purchase::Made(Label {
                    transaction: self.object_id,
                    tracking_code: given(self.tracking_number)?,
                    tracking_page: self.tracking_url_provider.filter(|page| page.starts_with("https://")),
                    document: given(self.label_url.filter(|page| page.starts_with("https://")))?,
                })
            }
        })
    }

    /// The outcome of giving it back; `None` if nobody has asked for that.
    pub(super) const fn refund(&self) -> Option<Refund> {
        match self.status {
            TransactionStatus::Refunded | TransactionStatus::Error => Some(Refund::Done),
            TransactionStatus::RefundPending => Some(Refund::Pending),
            TransactionStatus::RefundRejected => Some(Refund::Refused),
            TransactionStatus::Waiting | TransactionStatus::Queued | TransactionStatus::Success => None,
        }
    }
}

#[derive(Deserialize)]
pub(super) struct RefundAnswer {
    status: RefundStatus,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum RefundStatus {
    Queued,
    Pending,
    Success,
    Error,
}

impl RefundAnswer {
    pub(super) const fn refund(&self) -> Refund {
        match self.status {
            RefundStatus::Queued | RefundStatus::Pending => Refund::Pending,
            RefundStatus::Success => Refund::Done,
            RefundStatus::Error => Refund::Refused,
        }
    }
}
