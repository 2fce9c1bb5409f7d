//! What people, staff and the service itself do in a shop. An act names customers by their number, so a list of acts can be shortened
//! and still means the same.

use super::bank::books::AboutOrder;
use super::turns::FaultAt;
use serde::{Deserialize, Serialize};
use stylebox_server::fulfilment::steps::Step as StaffStep;

/// A card of a customer. Its bank does as the name says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Card {
    Good,
    Other,
    /// Declines each charge, which may be tried again.
    Declined,
    /// Declines each charge for good.
    Stolen,
}

/// What a customer decides about an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    Keep,
    Return,
    /// For the first other size in stock; a return if there is none.
    Exchange,
}

/// A step of the warehouse or a stylist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Work {
    Style,
    Ship,
    Deliver,
    SendBack,
    ShipExchange,
    Receive,
    Complete,
    Cancel,
    /// The box is lost on its way.
    Lose,
    /// The other size of an exchange is sold out.
    SoldOut,
}

impl Work {
    /// The step of the warehouse; `None` if it is none.
    pub const fn step(self) -> Option<StaffStep> {
        Some(match self {
            Self::Style => StaffStep::Style,
            Self::Ship => StaffStep::Ship,
            Self::Deliver => StaffStep::Deliver,
            Self::SendBack => StaffStep::SendBack,
            Self::ShipExchange => StaffStep::ShipExchange,
            Self::Receive => StaffStep::Receive,
            Self::Complete => StaffStep::Complete,
            Self::Cancel => StaffStep::Cancel,
            Self::Lose => StaffStep::Lose,
            Self::SoldOut => return None,
        })
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Act {
    /// Signs up and answers the quiz. `invited_by` is a customer whose code is typed.
    SignUp {
        who: usize,
        invited_by: Option<usize>,
    },
    /// Saves a first card, which orders the first box.
    SaveCard {
        who: usize,
        card: Card,
        agrees: bool,
    },
    /// Orders another box.
    OrderAgain {
        who: usize,
    },
    Cancel {
        who: usize,
    },
    /// Keeps a late order.
    KeepLate {
        who: usize,
    },
    /// Replaces the card, with a code of the second factor if one is asked for.
    ChangeCard {
        who: usize,
        card: Card,
    },
    Decide {
        who: usize,
        choices: Vec<Choice>,
    },
    RemoveCoupon {
        who: usize,
    },
    /// Types a code that staff issued: the first, the second, …
    UseCoupon {
        who: usize,
        coupon: usize,
    },
    /// Puts a gift card on the invoice: the first, the second, …
    UseGiftCard {
        who: usize,
        card: usize,
    },
    CheckOut {
        who: usize,
    },
    Extend {
        who: usize,
    },
    Skip {
        who: usize,
    },
    Close {
        who: usize,
    },
    /// Staff take an order on.
    Staff {
        who: usize,
        work: Work,
    },
    /// Staff receive one garment of the box: the first, the second, …
    ReceiveGarment {
        who: usize,
        place: usize,
    },
    IssueGiftCard {
        dollars: u32,
    },
    /// Issues a code that can be used so many times.
    IssueCoupon {
        percent: u32,
        uses: u32,
    },
    /// All jobs, one after the other.
    Jobs,
    /// The job of that name.
    Job {
        name: String,
    },
    /// The gateway tells the shop what it has decided: in the reverse order, and twice, if the shop is unlucky.
    Notices {
        reversed: bool,
        twice: bool,
    },
    Wait {
        minutes: u32,
    },
}

impl Act {
    /// The customer whose act it is, or whom it is about.
    pub const fn who(&self) -> Option<usize> {
        match *self {
            Self::SignUp { who, .. }
            | Self::SaveCard { who, .. }
            | Self::OrderAgain { who }
            | Self::Cancel { who }
            | Self::KeepLate { who }
            | Self::ChangeCard { who, .. }
            | Self::Decide { who, .. }
            | Self::RemoveCoupon { who }
            | Self::UseCoupon { who, .. }
            | Self::UseGiftCard { who, .. }
            | Self::CheckOut { who }
            | Self::Extend { who }
            | Self::Skip { who }
            | Self::Close { who }
            | Self::Staff { who, .. }
            | Self::ReceiveGarment { who, .. } => Some(who),
            Self::IssueGiftCard { .. }
            | Self::IssueCoupon { .. }
            | Self::Jobs
            | Self::Job { .. }
            | Self::Notices { .. }
            | Self::Wait { .. } => None,
        }
    }

    /// The same act of another customer; `None` if it is none that two customers do side by side.
    pub fn by(&self, who: usize) -> Option<Self> {
        Some(match self {
            Self::Decide { choices, .. } => Self::Decide { who, choices: choices.clone() },
            Self::CheckOut { .. } => Self::CheckOut { who },
            Self::UseCoupon { coupon, .. } => Self::UseCoupon { who, coupon: *coupon },
            Self::UseGiftCard { card, .. } => Self::UseGiftCard { who, card: *card },
            Self::Staff { work, .. } => Self::Staff { who, work: *work },
            Self::ReceiveGarment { place, .. } => Self::ReceiveGarment { who, place: *place },
            _ => return None,
        })
    }

    /// Whether shops seldom come to it. More goes wrong then, so that it is broken at each of its points after all.
    pub const fn is_rare(&self) -> bool {
        matches!(
            self,
            Self::Cancel { .. }
                | Self::Close { .. }
                | Self::Extend { .. }
                | Self::KeepLate { .. }
                | Self::OrderAgain { .. }
                | Self::ReceiveGarment { .. }
                | Self::Staff { work: Work::Cancel | Work::Lose | Work::SoldOut | Work::ShipExchange, .. }
        )
    }

    /// Whether it is a job, or all of them: what one leaves undone is done by the next run.
    pub const fn is_job(&self) -> bool {
        matches!(self, Self::Jobs | Self::Job { .. })
    }

    /// Whether it is sent with an idempotency key.
    pub const fn has_key(&self) -> bool {
        matches!(self, Self::OrderAgain { .. } | Self::CheckOut { .. })
    }

    /// Whether a network can deliver it twice. Of two sign-ups the second is refused, and so is all that comes after an account is closed.
    pub const fn may_come_twice(&self) -> bool {
        self.who().is_some() && !matches!(self, Self::SignUp { .. } | Self::Close { .. })
    }

    /// Whether the answer to a repeat of this act agrees with the first. `about` says what the bank has done for its order. Without a key any
    /// answer agrees: then only what is there afterwards is the same.
    pub fn agrees(&self, first: &Answer, second: &Answer, about: AboutOrder) -> bool {
        match (first, second) {
            (_, Answer::Unknown(_)) => false,
            _ if !self.has_key() => true,
            (Answer::Done(first), Answer::Done(second)) => {
                let is_settled = first["status"] == "processing" && second["status"] == "paid";
                first["id"] == second["id"]
                    && first["totalDue"] == second["totalDue"]
                    && (is_settled || first["status"] == second["status"])
            }
            // The gateway did not answer before.
            (Answer::Done(first), Answer::Refused(code)) => {
                let has_ended_so = match code.as_str() {
                    "payment_declined" => about.declined_checkouts > 0,
                    "payment_given_back" => about.undone_checkouts > 0,
                    _ => false,
                };
                matches!(self, Self::CheckOut { .. }) && first["status"] == "processing" && has_ended_so
            }
            _ => false,
        }
    }

    /// The name under which it is counted.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::SignUp { .. } => "sign up",
            Self::SaveCard { .. } => "save a card",
            Self::OrderAgain { .. } => "order again",
            Self::Cancel { .. } => "cancel",
            Self::KeepLate { .. } => "keep a late order",
            Self::ChangeCard { .. } => "change the card",
            Self::Decide { .. } => "decide",
            Self::RemoveCoupon { .. } => "remove the coupon",
            Self::UseGiftCard { .. } => "use a gift card",
            Self::CheckOut { .. } => "check out",
            Self::Extend { .. } => "extend",
            Self::Skip { .. } => "skip",
            Self::Close { .. } => "close the account",
            Self::Staff { .. } => "staff",
            Self::ReceiveGarment { .. } => "receive a garment",
            Self::IssueGiftCard { .. } => "issue a gift card",
            Self::IssueCoupon { .. } => "issue a coupon",
            Self::UseCoupon { .. } => "use a coupon",
            Self::Jobs | Self::Job { .. } => "jobs",
            Self::Notices { .. } => "webhooks",
            Self::Wait { .. } => "wait",
        }
    }
}

/// Acts at the same time, usually one, and what goes wrong meanwhile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    pub acts: Vec<Act>,
    /// After how many points the turn goes to the next act.
    pub switches: Vec<u8>,
    pub faults: Vec<FaultAt>,
    /// Whether the acts are begun again although they were answered, as by a network that delivers twice.
    #[serde(default)]
    pub repeats: bool,
    /// Whether acts at the same time come from tabs of their own, and so with keys of their own. Otherwise two that are the same are
    /// one form that was sent twice.
    #[serde(default)]
    pub tabs: bool,
}

impl Step {
    /// An act for which all goes well.
    pub const fn quiet(acts: Vec<Act>) -> Self {
        Self { acts, switches: Vec::new(), faults: Vec::new(), repeats: false, tabs: false }
    }
}

/// How an act ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It was done. Holds what was answered.
    Done(serde_json::Value),
    /// Holds the code of the refusal, or a sentence for staff.
    Refused(String),
    /// Nobody knows: the service has failed, or there was no answer.
    Unknown(String),
    /// There was nothing to do, so the act was not begun.
    Skipped,
}
