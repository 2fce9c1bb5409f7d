//! What the text message service has said of customers' phones.

use crate::platform::clock::Timestamp;
use crate::store::table::JsonList;
use crate::store::{Result, Tx};
use stylebox_core::word_enum;

word_enum! {
    /// Why a phone gets no text messages.
    pub enum PhoneTrouble {
        /// It has answered STOP.
        Stopped = "stopped",
        /// A text message did not reach it.
        Unreachable = "unreachable",
    }
}

stored_as_text!(PhoneTrouble);

/// The trouble of a phone, which is an expression.
macro_rules! trouble_of {
    ($phone:literal) => {
        json_list!(
            "phone_facts.trouble, phone_facts.known_since",
            concat!("FROM phone_facts WHERE phone_facts.phone = ", $phone, " AND phone_facts.trouble IS NOT NULL"),
            ""
        )
    };
}

/// The trouble of the phone of the customer `$1`.
pub(in crate::store) const OF_CUSTOMER: JsonList =
    trouble_of!("(SELECT customers.phone FROM customers WHERE customers.id = $1)");

const OF_PHONE: JsonList = trouble_of!("$1");

/// Notes what is known of a customer's phone since `at`, unless something later is known. Nothing is kept about a phone that is
/// no customer's.
pub async fn note(tx: &mut Tx, phone: &str, trouble: Option<PhoneTrouble>, at: Timestamp) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO phone_facts (phone, trouble, known_since)
         SELECT phone, $2, $3 FROM customers WHERE phone = $1 LIMIT 1
         ON CONFLICT (phone) DO UPDATE SET trouble = excluded.trouble, known_since = excluded.known_since
         WHERE phone_facts.known_since <= excluded.known_since",
        phone,
        trouble.map(PhoneTrouble::as_str),
        at
    )?;
    Ok(())
}

row! {
    /// A phone that gets no text messages.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct TroubleRow {
        pub(crate) trouble: PhoneTrouble,
        pub(crate) known_since: Timestamp,
    }
}

/// The trouble of a phone; `None` if there is none.
pub async fn trouble(tx: &mut Tx, phone: &str) -> Result<Option<TroubleRow>> {
    Ok(fetch_json_list!(tx, TroubleRow, OF_PHONE, phone)?.into_iter().next())
}
