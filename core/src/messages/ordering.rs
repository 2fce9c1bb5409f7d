//! Ordering a box and subscribing (spec A, section 5; spec B, sections 3 to 5).

use super::labels;
use crate::{
    checkout::coupon::Unissuable,
    delivery::{calendar::Blocked, flow::Flow},
    order::readiness::Missing,
    screens::terms::Term,
    subscription::{NoneBecause, Type},
};

/// What a box costs and promises.
pub(crate) const TERMS: [Term; 4] = [
    Term {
        figure: "$1",
        text: "styling fee for your first box, then $20 a box. It comes off the price of whatever you keep.",
    },
    Term { figure: "Free", text: "shipping, both ways. Return by mail, or at any of our stores." },
    Term { figure: "5 days", text: "to try everything on at home, or 2 days where you pick up at a store." },
    Term { figure: "10% off", text: "the whole purchase when you keep 4 pieces or more." },
];

pub(crate) const ONE_DOLLAR_FEE: &str =
    "The $1 styling fee applies to each box through 2020 while you stay on a subscription.";

// Why a day cannot be chosen: shown beside the day, and read by a screen reader after its date.
labels! {
    Blocked {
        Past = "This day has passed.",
        SameDayCutoff = "It is too late to pick up today. Please choose another day.",
        TooFar = "This day is too far ahead to choose.",
        Sunday = "We do not deliver on Sundays.",
        Holiday = "This day is a holiday. Please choose another day.",
        Disallowed = "No box can arrive on this day. Please choose another day.",
        FridayCutoff = "It is too late in the week for this day. Please choose Thursday or later.",
        ShipDatePast = "Your box cannot arrive by this day. Please choose a later one.",
        StoreClosed = "The store is closed on this day. Please choose another day.",
    }
}

// Why no next box is planned.
labels! {
    NoneBecause {
        UnderWay = "A box is under way. The day of the next one depends on it.",
        NotChosen = "You have not chosen how often boxes come. No box is planned.",
        OnDemand = "You are on demand: a box comes only when you order one.",
        BeforeFirst = "No box is planned before your first one.",
        NotYet = "No box is planned right now.",
    }
}

// What an order still misses: pressing the button that is not ready yet shows these.
labels! {
    Missing {
        Card = "Please add a payment card.",
        CardExpiry = "Your card expires before your box is sent. Please change your payment card.",
        Store = "Please choose a store.",
        ShippingAddress = "Please complete your shipping address: street, city, state and ZIP code.",
        ShipByDate = "Please choose a day that is open.",
        Phone = "Please enter a cell phone number of 10 digits.",
        HeightFeet = "Please tell us your height in feet.",
        HeightInches = "Please tell us the inches of your height.",
        TopSize = "Please tell us your top size.",
        BraBand = "Please tell us your bra band size.",
        BraCup = "Please tell us your bra cup size.",
        BottomSize = "Please tell us your bottom size.",
        Brand1 = "Please name a brand that fits you.",
        DenimRise = "Please choose the denim rise that you like.",
        DenimDistress = "Please choose how distressed you like your denim.",
        DenimStyle = "Please choose the denim styles that you like.",
        DenimSpend = "Please tell us what you like to spend on denim.",
    }
}

// Why a coupon cannot be issued.
labels! {
    Unissuable {
        Malformed = "A coupon's code has 3 to 30 letters, digits and dashes.",
        Taken = "There is a coupon with this code already.",
        Worthless = "A coupon takes something off.",
        EndsEarly = "A coupon ends on the day on which it begins, or later.",
        Ended = "The last day of a coupon cannot be in the past: no one could use it.",
    }
}

// How often boxes come (spec B, section 3).
labels! {
    Type {
        Every30Days = "Can't get enough! (Every month)",
        Every60Days = "Keep 'em comin (Every other month)",
        Every90Days = "Seasonal hauls (Quarterly)",
        OnDemand = "My people will call your people (On demand)",
    }
}

// How a box reaches the customer.
labels! {
    Flow {
        Pickup = "Pick up at a store",
        Delivery = "Ship to me",
    }
}
