//! Money.

use crate::convert::{ask, ask_strictly, refusal, tell, written, written_strictly};
use stylebox_core::{
    box_::line_item::{self, OriginalPrice, Prices},
    checkout::{
        coupon::{self, CouponUse, DefaultCouponInput, IssuedCoupon, NewCoupon, OwnCouponRequest, WelcomeRequest},
        invoice::{self, Charges, KeptCount, Preview, PreviewInput, TotalDue},
        refund::{self, GoesBack, ReturnedItem},
    },
    money::{self, Money},
    order::{
        self, HistoryItems, OrderTotals,
        styling_fee::{self, StylingFeeInput},
    },
};
use tsify::Ts;
use wasm_bindgen::{JsError, JsValue, prelude::wasm_bindgen};

/// What is owed, and how it comes about.
#[wasm_bindgen(js_name = invoiceTotalDue)]
pub fn invoice_total_due(input: Ts<Charges>) -> Result<Ts<TotalDue>, JsError> {
    ask_strictly(&input, invoice::total_due)
}

/// The running total of the decisions made so far: what the server's invoice will say.
#[wasm_bindgen(js_name = invoicePreview)]
pub fn invoice_preview(input: Ts<PreviewInput>) -> Result<Ts<Preview>, JsError> {
    ask_strictly(&input, invoice::preview)
}

/// What a coupon takes off.
#[wasm_bindgen(js_name = couponDiscount)]
pub fn coupon_discount(input: Ts<CouponUse>) -> Result<Ts<Money>, JsError> {
    ask_strictly(&input, coupon::discount)
}

/// The coupon of a sign-up, where the code is its own and can be used; or null.
#[wasm_bindgen(js_name = couponWelcome, unchecked_return_type = "CodedCoupon | null")]
pub fn coupon_welcome(input: Ts<WelcomeRequest>) -> Result<JsValue, JsError> {
    written(&input, coupon::welcome)
}

/// Which of the customer's own coupons a code means, or null.
#[wasm_bindgen(js_name = couponOwn, unchecked_return_type = "OwnCoupon | null")]
pub fn coupon_own(input: Ts<OwnCouponRequest>) -> Result<JsValue, JsError> {
    written(&input, coupon::own)
}

/// Which of the customer's own coupons a code means that an invoice has already, or null.
#[wasm_bindgen(js_name = couponStanding, unchecked_return_type = "OwnCoupon | null")]
pub fn coupon_standing(input: Ts<OwnCouponRequest>) -> Result<JsValue, JsError> {
    written(&input, coupon::standing)
}

/// Which of the customer's own coupons a box has if none was typed, or null.
#[wasm_bindgen(js_name = couponByDefault, unchecked_return_type = "OwnCoupon | null")]
pub fn coupon_by_default(input: Ts<DefaultCouponInput>) -> Result<JsValue, JsError> {
    written(&input, coupon::by_default)
}

/// Whether a customer may use a coupon that the shop issued.
#[wasm_bindgen(js_name = couponUsable)]
pub fn coupon_usable(input: Ts<IssuedCoupon>) -> Result<bool, JsError> {
    tell(&input, coupon::usable)
}

/// Why the shop cannot issue a coupon, or null.
#[wasm_bindgen(js_name = couponUnissuable, unchecked_return_type = "Unissuable | null")]
pub fn coupon_unissuable(input: Ts<NewCoupon>) -> Result<JsValue, JsError> {
    written(&input, coupon::unissuable)
}

/// What goes back for an item that was paid for and cannot be had.
#[wasm_bindgen(js_name = refundOfItem)]
pub fn refund_of_item(input: Ts<ReturnedItem>) -> Result<Ts<GoesBack>, JsError> {
    ask_strictly(&input, refund::of_item)
}

/// Subtotal, discount and total of a past order.
#[wasm_bindgen(js_name = orderTotals)]
pub fn order_totals(input: Ts<HistoryItems>) -> Result<Ts<OrderTotals>, JsError> {
    ask_strictly(&input, order::totals)
}

/// How far the multi-item discount is.
#[wasm_bindgen(js_name = invoiceKeepBanner)]
pub fn invoice_keep_banner(input: Ts<KeptCount>) -> Result<String, JsError> {
    tell(&input, invoice::keep_banner)
}

/// The price of an item once the multi-item discount is reached.
#[wasm_bindgen(js_name = lineItemDiscountedPrice)]
pub fn line_item_discounted_price(input: Ts<OriginalPrice>) -> Result<Ts<Money>, JsError> {
    ask_strictly(&input, line_item::discounted_price)
}

/// The price of an item once the multi-item discount is reached, where it is lower than the retail price; or null.
#[wasm_bindgen(js_name = lineItemMultiItemPrice, unchecked_return_type = "Money | null")]
pub fn line_item_multi_item_price(input: Ts<Prices>) -> Result<JsValue, JsError> {
    written_strictly(&input, line_item::multi_item_price)
}

/// The styling fee of the next box.
#[wasm_bindgen(js_name = stylingFeeAmount)]
pub fn styling_fee_amount(input: Ts<StylingFeeInput>) -> Result<Ts<Money>, JsError> {
    ask(&input, styling_fee::amount)
}

/// An amount as customers read it: `$1,234.50`.
#[wasm_bindgen(js_name = moneyFormat)]
pub fn money_format(amount: &str) -> Result<String, JsError> {
    money::format(amount).map_err(refusal)
}
