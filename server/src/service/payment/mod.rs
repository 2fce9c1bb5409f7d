//! Moving money: attempts, the gateway, the ledger, and what follows from the gateway's answer.

pub mod attempts;
pub mod audit;
pub mod authorization;
pub mod by_staff;
pub mod carry_out;
pub mod clearing;
pub mod confirmation;
pub mod gateway;
pub mod gateway_list;
pub mod ledger;
pub mod next_charge;
pub mod notices;
pub mod own_records;
pub mod restored_money;
pub mod retries;
pub mod sandbox;
pub mod screening;
pub mod settlement;
pub mod styling_fee;
pub mod taking_up;
pub mod unpaid_fees;
pub mod waiting;
pub mod why_declined;
