//! Parcels with a label of the carrier's service.

use crate::platform::clock::Timestamp;
use crate::store::table::JsonList;
use crate::store::{Result, Tx};
use stylebox_core::delivery::shipment::{ParcelStatus, ParcelWay};
use stylebox_core::values::count::Count;
use stylebox_core::word_enum;

word_enum! {
    /// The status of a label.
    pub enum LabelStatus {
        /// It has to be made.
        Wanted = "wanted",
        Made = "made",
        /// It is not wanted any more: if it is made, it has to be given back.
        Unwanted = "unwanted",
        /// The carrier looks whether it was used.
        Refunding = "refunding",
        /// What it cost was given back.
        Refunded = "refunded",
        /// Nothing was given back for it.
        NotRefunded = "not_refunded",
        /// It was never made, or costs nothing as long as nobody uses it.
        CalledOff = "called_off",
    }
}

stored_as_text!(LabelStatus);

table! {
    /// A parcel and its label. Its id is our key at the carrier's service.
    pub struct ShipmentRow in "shipments", columns columns, written in CustomerTx {
        pub id: String,
        pub order_id: String,
        pub way: ParcelWay,
        pub created_at: Timestamp,
    }
    changing {
        pub status: LabelStatus,
        /// The offer that the service was asked to make the label of; `None` if it was not asked, or has made none.
        pub offer: Option<String>,
        pub asked_at: Option<Timestamp>,
        /// The service's id of the label.
        pub transaction_id: Option<String>,
        pub tracking_code: Option<String>,
        /// The carrier's page about the parcel, as the service has it.
        pub tracking_page: Option<String>,
        /// Where the label is. Whoever has this address sees the customer's address.
        pub document: Option<String>,
        pub made_at: Option<Timestamp>,
        /// When the service is asked about the label at the earliest; `None` once nothing is left to do.
        pub label_due_at: Option<Timestamp>,
        /// Until when one server has claimed it.
        pub claimed_until: Option<Timestamp>,
        /// How often the service did not do what it was asked for.
        pub attempts: Count,
        /// Why not, the last time. It can name an address.
        pub last_error: Option<String>,
        pub parcel_status: ParcelStatus,
        /// When the carrier last saw the parcel.
        pub seen_at: Option<Timestamp>,
        /// City and state where that was.
        pub place: Option<String>,
        /// When the service is asked where the parcel is; `None` once nobody has to.
        pub look_at: Option<Timestamp>,
        /// How often it did not answer.
        pub looks_failed: Count,
        /// When it was seen that the parcel has come although nobody waited for it any more.
        pub came_unexpected_at: Option<Timestamp>,
    }
}

impl ShipmentRow {
    /// Whether the label is there to be used.
    #[must_use]
    pub fn is_made(&self) -> bool {
        self.status == LabelStatus::Made
    }
}

/// The shipments of several orders, the oldest first.
pub(in crate::store) const OF_ORDERS: JsonList =
    json_list_of!(columns!(), "FROM shipments WHERE shipments.order_id", "ORDER BY shipments.created_at, shipments.id");

pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<ShipmentRow>> {
    fetch_optional!(tx, ShipmentRow, concat!("SELECT ", columns!(), " FROM shipments WHERE id = $1"), id)
}

/// The shipments of an order, the oldest first.
pub async fn of_order(tx: &mut Tx, order_id: &str) -> Result<Vec<ShipmentRow>> {
    fetch_all!(
        tx,
        ShipmentRow,
        concat!("SELECT ", columns!(), " FROM shipments WHERE order_id = $1 ORDER BY created_at, id"),
        order_id
    )
}

/// The shipments of several orders, the oldest first.
pub async fn of_orders(tx: &mut Tx, order_ids: &[String]) -> Result<Vec<ShipmentRow>> {
    fetch_list_of!(tx, ShipmentRow, OF_ORDERS, order_ids)
}

/// The shipments of a tracking code. Carriers use a code again after months.
pub async fn by_code(tx: &mut Tx, tracking_code: &str) -> Result<Vec<ShipmentRow>> {
    fetch_all!(
        tx,
        ShipmentRow,
        concat!("SELECT ", columns!(), " FROM shipments WHERE tracking_code = $1 ORDER BY created_at, id"),
        tracking_code
    )
}

/// `limit` of the shipments about whose label the service has to be asked by a time.
pub async fn labels_due(tx: &mut Tx, by: Timestamp, limit: i64) -> Result<Vec<ShipmentRow>> {
    fetch_all!(
        tx,
        ShipmentRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM shipments WHERE label_due_at IS NOT NULL AND label_due_at <= $1 ORDER BY label_due_at, id LIMIT $2"
        ),
        by,
        limit
    )
}

/// `limit` of the shipments whose parcel has to be looked for by a time.
pub async fn looks_due(tx: &mut Tx, by: Timestamp, limit: i64) -> Result<Vec<ShipmentRow>> {
    fetch_all!(
        tx,
        ShipmentRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM shipments WHERE look_at IS NOT NULL AND look_at <= $1 ORDER BY look_at, id LIMIT $2"
        ),
        by,
        limit
    )
}

/// The parcels that came since a time although nobody waited for them any more.
pub async fn unexpected(tx: &mut Tx, since: Timestamp) -> Result<Vec<ShipmentRow>> {
    fetch_all!(
        tx,
        ShipmentRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM shipments WHERE came_unexpected_at IS NOT NULL AND came_unexpected_at >= $1 ORDER BY came_unexpected_at, id"
        ),
        since
    )
}

/// The shipments whose label was made since a time, was not used, and is not refunded.
pub async fn not_refunded(tx: &mut Tx, since: Timestamp) -> Result<Vec<ShipmentRow>> {
    fetch_all!(
        tx,
        ShipmentRow,
        concat!(
            "SELECT ",
            columns!(),
            " FROM shipments WHERE status = 'not_refunded' AND made_at >= $1 ORDER BY made_at, id"
        ),
        since
    )
}
