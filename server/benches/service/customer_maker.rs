//! Makes one template customer: registers, orders boxes through the service, and brings each order to its end.

use crate::browser::Browser;
use crate::report::{Result, text};
use crate::service::Service;
use crate::template::{Kind, ORDERS_OF_A_CUSTOMER, PHONE, STREET, TemplateCustomer, ZIP};
use serde_json::{Value, json};
use stylebox_core::delivery::delivery_calendar::{DeliveryPresent, default_date};
use stylebox_core::order::Actor;
use stylebox_core::policy;
use stylebox_core::terms::ShopTerms;
use stylebox_server::fulfilment::steps::{self, Step};
use stylebox_server::platform::clock::Clock;

/// How an order ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    KeepsTwo,
    KeepsAll,
    KeepsNothing,
    PaysWithGiftCard,
    Exchanges,
    /// Asks for a size that is sold out.
    ExchangesSoldOut,
    /// The system checks the box out.
    NeverDecides,
    Cancelled,
    Fraud,
}

/// How the orders of a customer end, one after the other.
pub fn endings() -> Vec<Ending> {
    use Ending::{
        Cancelled, Exchanges, ExchangesSoldOut, KeepsAll, KeepsNothing, KeepsTwo, NeverDecides, PaysWithGiftCard,
    };
    let turns = [
        KeepsTwo,
        KeepsAll,
        KeepsNothing,
        PaysWithGiftCard,
        Exchanges,
        NeverDecides,
        KeepsTwo,
        ExchangesSoldOut,
        Cancelled,
        KeepsAll,
    ];
    turns.into_iter().cycle().take(ORDERS_OF_A_CUSTOMER).collect()
}

/// Days from ordering to delivery.
pub const DAYS_TO_THE_DOOR: i64 = 7;

pub struct CustomerMaker {
    browser: Browser,
    email: String,
    customer: String,
    pub referral_code: String,
    /// The house number. Each customer has their own: one of them is a fraud, and the fraud check compares addresses.
    house: usize,
    expiration: &'static str,
    /// How many orders there are so far.
    orders: usize,
    pub order: String,
    lines: Vec<String>,
}

impl CustomerMaker {
    /// Registers a customer, and answers the quiz.
    pub async fn new(
        service: &Service,
        house: usize,
        email: &str,
        friend: Option<&str>,
        subscription: &str,
        expiration: &'static str,
    ) -> Result<Self> {
        let mut browser = Browser::new(&service.state);
        let account = browser.register(email, friend).await?;
        let customer = account.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        let referral_code = account.get("referral_code").and_then(Value::as_str).unwrap_or_default().to_owned();
        let mut answers = answers();
        answers.insert("subscription_type".to_owned(), json!(subscription));
        answers.insert("ship_by_date".to_owned(), json!(open_day(service)?));
        browser.call(200, "PATCH", "/api/style_profiles/current", Some(&json!({"responses": answers}))).await?;
        let (order, lines) = Default::default();
        let email = email.to_owned();
        Ok(Self { browser, email, customer, referral_code, house, expiration, orders: 0, order, lines })
    }

    pub fn person(self, kind: Kind) -> TemplateCustomer {
        TemplateCustomer { kind, email: self.email, customer: self.customer, order: self.order, lines: self.lines }
    }

    /// Orders one box for each ending, and brings it to that end. `told` gets the number of orders so far.
    pub async fn place_orders(
        &mut self,
        service: &Service,
        endings: &[Ending],
        card: &str,
        mut told: impl FnMut(usize),
    ) -> Result<()> {
        for ending in endings {
            self.order(service, card).await?;
            let ended = self.end(service, *ending).await;
            ended.map_err(|why| format!("Order {} of {} ({ending:?}): {why}", self.orders, self.email))?;
            told(self.orders);
        }
        Ok(())
    }

    /// Orders a box. The first order is made by saving the card.
    pub async fn order(&mut self, service: &Service, card: &str) -> Result<()> {
        self.browser.sign_in(&self.email).await?;
        let day = open_day(service)?;
        let made = if self.orders == 0 {
            let day = json!({"responses": {"ship_by_date": day}});
            self.browser.call(200, "PATCH", "/api/style_profiles/current", Some(&day)).await?;
            self.browser.call(201, "POST", "/api/credit_cards", Some(&self.card_form(card))).await?
        } else {
            let wish = json!({"order": {"customer_pick_up": false, "ship_by_date": day}});
            self.browser.call(201, "POST", "/api/orders", Some(&wish)).await?
        };
        let id = if self.orders == 0 { made.get("order_id") } else { made.get("id") };
        self.order = id.and_then(Value::as_str).ok_or("No order was made.")?.to_owned();
        self.orders += 1;
        Ok(())
    }

    fn card_form(&self, number: &str) -> Value {
        let (street, phone) = (format!("{}{STREET}", 1200 + self.house), format!("{PHONE}{:02}", self.house));
        json!({
            "cardholder": {
                "name": "Ann Larsen", "street_address1": "", "street_address2": "", "city": "", "state": "",
                "zip_code": "", "country": "US", "phone": "",
            },
            "card_info": {"credit_card_number": number, "expiration": self.expiration, "cvv": "123"},
            "options": {
                "shipping_address": {
                    "line_1": street, "line_2": "Apt 4", "city": "Minneapolis", "state": "MN", "postal_code": ZIP,
                    "phone": phone,
                },
                "same_as_shipping": true, "consent_version": policy::CONSENT_VERSION,
            },
        })
    }

    /// Styles, ships and delivers the order.
    pub async fn deliver(&mut self, service: &Service) -> Result<()> {
        service.clock.advance(2);
        self.take(service, Step::Style).await?;
        service.clock.advance(2);
        self.send(service, "ship").await?;
        service.clock.advance(DAYS_TO_THE_DOOR - 4);
        self.take(service, Step::Deliver).await?;
        service.run_job("outbox").await?;
        let order = self.read().await?;
        let lines = order.get("line_items").and_then(Value::as_array).ok_or("The order has no line items.")?;
        let ids = lines.iter().filter_map(|line| line.get("id")?.as_str().map(ToOwned::to_owned));
        self.lines = ids.collect();
        Ok(())
    }

    /// Sends a parcel by an `ops` command, as staff do without the service of a carrier. Its tracking code is the order's code: nobody
    /// follows it.
    async fn send(&mut self, service: &Service, command: &str) -> Result<()> {
        let code = self.code().await?;
        service.ops(&format!("{command} {code} --tracking {code}")).await.map(drop)
    }

    /// The order's code.
    async fn code(&mut self) -> Result<String> {
        Ok(self.read().await?.get("code").and_then(Value::as_str).unwrap_or_default().to_owned())
    }

    async fn take(&self, service: &Service, step: Step) -> Result<()> {
        steps::take(&service.state, &self.order, step, Actor::Ops).await.map_err(text)
    }

    async fn read(&mut self) -> Result<Value> {
        self.browser.call(200, "GET", &format!("/api/orders/{}", self.order), None).await
    }

    async fn end(&mut self, service: &Service, ending: Ending) -> Result<()> {
        if ending == Ending::Cancelled {
            service.clock.advance(1);
            self.take(service, Step::Cancel).await?;
            return service.run_job("outbox").await.map(drop);
        }
        if ending == Ending::Fraud {
            service.clock.advance(2);
            self.take(service, Step::Style).await?;
            self.take(service, Step::Stop).await?;
            return service.run_job("outbox").await.map(drop);
        }
        self.deliver(service).await?;
        service.clock.advance(2);
        self.browser.sign_in(&self.email).await?;
        if ending == Ending::NeverDecides {
            for _ in ShopTerms::SPEC.reminder_days(false) {
                service.clock.advance(1);
                remind(service).await?;
            }
            service.clock.advance(1);
            service.run_job("system_checkout").await?;
            service.run_job("outbox").await?;
        } else {
            self.check_out(service, ending).await?;
        }
        service.clock.advance(4);
        match ending {
            Ending::KeepsAll | Ending::NeverDecides => {
                service.run_job("after_checkout").await?;
            }
            _ => {
                match ending {
                    Ending::Exchanges => self.send(service, "exchange ship").await?,
                    Ending::ExchangesSoldOut => {
                        let code = self.code().await?;
                        drop(service.ops(&format!("exchange sold-out {code}")).await?);
                    }
                    _ => {}
                }
                self.take(service, Step::Receive).await?;
                service.clock.advance(2);
                self.take(service, Step::Complete).await?;
            }
        }
        service.run_job("outbox").await?;
        let order = self.read().await?;
        if order.get("status").and_then(Value::as_str) != Some("completed") {
            return Err(format!("it is not completed: {order}"));
        }
        service.clock.advance(1);
        Ok(())
    }

    async fn check_out(&mut self, service: &Service, ending: Ending) -> Result<()> {
        let kept = match ending {
            Ending::KeepsNothing => 0,
            Ending::KeepsAll => usize::MAX,
            _ => 2,
        };
        let mut decisions = decisions(&self.lines, kept);
        if matches!(ending, Ending::Exchanges | Ending::ExchangesSoldOut) {
            self.exchange_one(&mut decisions).await?;
        }
        let body = json!({"order": {"line_items_attributes": decisions}});
        self.browser.call(200, "PATCH", &format!("/api/orders/{}", self.order), Some(&body)).await?;
        let path = format!("/api/orders/{}/invoices", self.order);
        let mut invoice = self.browser.call(201, "POST", &path, Some(&json!({}))).await?;
        let id = invoice.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        if ending == Ending::PaysWithGiftCard {
            let output = service.ops("gift-card issue 30.00").await?;
            let number = output.strip_prefix("Gift card ").and_then(|rest| rest.split(" holds").next());
            let code = json!({"code": number.unwrap_or_default()});
            invoice = self.browser.call(200, "POST", &format!("/api/invoices/{id}/gift_cards"), Some(&code)).await?;
        }
        let body = json!({"expected_total_due": invoice.get("totalDue")});
        let path = format!("/api/invoices/{id}/checkout");
        self.browser.call_under(&format!("key-{}", self.orders), 200, "POST", &path, Some(&body)).await?;
        Ok(())
    }

    /// Asks for another size of the first garment that has one.
    async fn exchange_one(&mut self, decisions: &mut [Value]) -> Result<()> {
        for (line, decision) in self.lines.iter().zip(decisions) {
            let path = format!("/api/invoices/available_exchange_sizes/{line}");
            let sizes = self.browser.call(200, "GET", &path, None).await?;
            let first = sizes.get("sizes").and_then(Value::as_array).and_then(|sizes| sizes.first()).cloned();
            if let (Some(size), Some(decision)) = (first, decision.as_object_mut()) {
                decision.insert("claimed_kept".to_owned(), json!(true));
                decision.insert("exchange_size".to_owned(), size);
                return Ok(());
            }
        }
        Err("no garment of the box has another size".to_owned())
    }
}

/// The decisions of a customer who keeps the first `kept` items of a box.
pub fn decisions(lines: &[String], kept: usize) -> Vec<Value> {
    let decision = |(place, line): (usize, &String)| {
        json!({
            "id": line, "claimed_kept": place < kept, "exchange_size": null, "customer_feedback": "",
        })
    };
    lines.iter().enumerate().map(decision).collect()
}

/// Writes the reminders that are due, and sends them.
async fn remind(service: &Service) -> Result<()> {
    service.run_job("reminders").await?;
    service.run_job("outbox").await.map(drop)
}

/// The delivery day that the page proposes.
fn open_day(service: &Service) -> Result<String> {
    let present = DeliveryPresent { now: service.clock.now().instant(), holidays: service.state.data.holidays.clone() };
    let day = default_date(&present, ShopTerms::SPEC).map_err(text)?;
    day.map(|day| day.to_string()).ok_or_else(|| "No day is open for a delivery.".to_owned())
}

/// Answers to the whole quiz.
fn answers() -> serde_json::Map<String, Value> {
    let answers = json!({
        "birthday": "1988-04-12", "profession": "Landscape architect, mostly on site",
        "occasions": ["Weekends", "At the office"], "goals": ["Find me everyday pieces that last"],
        "adventure": "One surprise in each box", "about_me": "Always in navy, never without a good scarf.",
        "height_feet": "5", "height_inches": "7", "top_size": "M", "bra_band": "34", "bra_cup": "B",
        "top_fit": "Skimming", "bottom_size": "8", "hemline": ["Mid-calf"], "brand_1": "Saltmarsh", "size_1": "M",
        "denim_rise": "High rise", "denim_style": ["Straight", "Wide leg"], "style_looks": ["Classic", "Relaxed"],
        "denim_distress": "A little", "denim_spend": "$90 - $200", "disliked_colors": ["Yellow", "Lilac"],
        "patterns_avoid": ["Dots"], "spend_level": "$100 to $160", "pierced_ears": true, "jewellery_tone": "Gold",
        "never": "Ruffles. Not even one.", "match_with_stylist": "Linnea S.",
    });
    answers.as_object().cloned().unwrap_or_default()
}
