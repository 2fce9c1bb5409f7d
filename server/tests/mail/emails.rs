//! Checks every kind of message as text and as HTML. `just emails` makes this test write them to a folder, and draws them.

use crate::support::{GatewayBehaviour, Shopper, TestApp};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;
use std::{env, fs};
use stylebox_core::card::{CardNotCharged, NotCharged};
use stylebox_core::messages::forgetting::PartyKnowing;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::Status;
use stylebox_core::payment::refund::{GoesBack, Refunded};
use stylebox_core::terms::ShopTerms;
use stylebox_core::values::count::Count;
use stylebox_core::values::expiration::Expiration;
use stylebox_core::values::money::Money;
use stylebox_server::service::account::mfa::ConfirmedPart;
use stylebox_server::service::mail::account::Closed;
use stylebox_server::service::mail::alert::{self, Alert};
use stylebox_server::service::mail::declined::{self, AfterDecline};
use stylebox_server::service::mail::late;
use stylebox_server::service::mail::order;
use stylebox_server::service::mail::try_on::{self, Follows, LatePiece, SystemCharge};
use stylebox_server::service::mail::{self, Mail};
use stylebox_server::service::returns::way_back;
use stylebox_server::service::subscription::next_box;
use stylebox_server::store::account::customers::{self, CustomerRow};
use stylebox_server::store::account::shipping_addresses::{self, AddressRow};
use stylebox_server::store::card::cards;
use stylebox_server::store::checkout::invoices;
use stylebox_server::store::mail::outbox::{self, Channel, MailRow};
use stylebox_server::store::order::{items, orders};
use stylebox_server::store::payment::decline_reason::DeclineReason;
use stylebox_server::store::payment::payment_attempts::{self, Purpose};
use stylebox_server::store::returns::exchanges;

/// The folder to which the messages are written.
const WRITE: &str = "STYLEBOX_WRITE_EMAILS";

const PUBLIC: &str = "http://stylebox.test/members";

/// A name with markup.
const NAME: &str = "Ann <b>&\" Marie";

fn page(path: &str) -> String {
    format!("{PUBLIC}{path}")
}

fn refunded(card: i64, gift_card: i64) -> Refunded {
    Refunded { card: dollars(card), gift_card: dollars(gift_card) }
}

fn dollars(cents: i64) -> Money {
    Money::from_cents(cents).unwrap()
}

/// Messages about the account.
fn about_account(ann: &CustomerRow, address: &AddressRow) -> Vec<Mail> {
    let token = "zQ3vX9a1KfWmT7rN5bJc2dLs8hYg4uEp";
    let parts = [ConfirmedPart::Email, ConfirmedPart::Card { brand: "Visa".to_owned(), last_four: "4242".to_owned() }];
    vec![
        mail::account::welcome(ann, &page("/style-profile/quiz")),
        mail::account::set_password(ann, &page(&format!("/reset_password#reset_password_token={token}&first=true"))),
        mail::account::reset_password(ann, &page(&format!("/reset_password#reset_password_token={token}"))),
        mail::account::confirm_email(ann, "anna@example.com", &page(&format!("/confirm_email#token={token}"))),
        mail::account::mfa_code(ann, None, "204816", &parts),
        mail::account::mfa_code(ann, Some("6125550142".to_owned()), "204816", &parts),
        mail::account::account_closed(
            ann,
            Closed::Asked,
            &[PartyKnowing::Stripe.words(), PartyKnowing::MailService.words()],
        ),
        mail::account::account_closed(ann, Closed::Unused, &[]),
        mail::account::address_undeliverable(ann, address, &page("/account/management")),
    ]
}

fn alerts() -> [Alert; 8] {
    let email = || "anna@example.com".to_owned();
    [
        Alert::EmailAsked { email: email() },
        Alert::EmailChanged { email: email() },
        Alert::NewDevice { name: "Chrome on Android".to_owned() },
        Alert::Password,
        Alert::Phone,
        Alert::Card { brand: "Visa".to_owned(), last_four: "4242".to_owned() },
        Alert::Address,
        Alert::Closing,
    ]
}

/// Writes every kind of message to one customer into the outbox, some kinds in several forms.
async fn write_all(app: &TestApp) {
    let shopper = &mut Shopper::decided(app, "ann@example.com", 4).await;
    app.gateway.set(GatewayBehaviour::Works);
    shopper.check_out("key").await.expect(200);
    app.execute("DELETE FROM outbox").await;
    let state = &app.state;
    let mut tx = state.db.read().await.unwrap();
    let mut ann = customers::by_email(&mut tx, "ann@example.com").await.unwrap().unwrap();
    ann.first_name = NAME.to_owned();
    let id = orders::of_customer(&mut tx, &ann.id).await.unwrap().remove(0).id;
    let mut placed = orders::by_id(&mut tx, &id).await.unwrap().unwrap();
    placed.tracking_code = Some("9400111899560000000042".to_owned());
    let lines = items::lines(&mut tx, &id).await.unwrap();
    let address = shipping_addresses::primary(&mut tx, &ann.id).await.unwrap().unwrap();
    let invoice = invoices::of_order(&mut tx, &id).await.unwrap().remove(0);
    let card = cards::current(&mut tx, &ann.id).await.unwrap().unwrap();
    let attempt = payment_attempts::of_order(&mut tx, &id, Purpose::Checkout).await.unwrap().remove(0);
    let fee = payment_attempts::of_order(&mut tx, &id, Purpose::StylingFee).await.unwrap().remove(0);
    drop(tx);
    let (due, on_file, card) = (placed.checkout_by_date.unwrap(), &card, Some(&card));
    let other = DeclineReason::Other("no".to_owned());
    let tomorrow = state.clock.now().plus(Duration::from_secs(24 * 60 * 60));
    let (expired, unconfirmed) = (DeclineReason::CardExpired, DeclineReason::ConfirmationNeeded);
    let follows = Follows::Charge(SystemCharge {
        card: card.unwrap().clone(),
        amount: Some(dollars(41_235)),
        has_undecided: true,
    });
    let expires = CardNotCharged { why: NotCharged::Expires, words: "expires before then" };
    let other_card = Follows::OtherCard { card: card.unwrap().clone(), why: expires };
    let back = GoesBack { total: dollars(90_00), card: dollars(60_00), gift_card: dollars(30_00), credit: dollars(0) };
    let expiration: Expiration = "12/26".parse().unwrap();
    let piece = (lines[0].description.clone(), exchange(&lines[0].id, &invoice.id, &id));
    let new = orders::OrderRow { status: Status::Created, ..placed.clone() };
    // Nothing is decided, so everything goes back.
    let way_back = way_back::of(&placed, &lines, true, state.clock.now()).unwrap().unwrap();
    let named = (lines.as_slice(), Some(&way_back));
    let mails = [
        about_account(&ann, &address),
        vec![
            order::being_styled(&ann, &placed, dollars(20_00), card),
            declined::fee_declined(&ann, &placed, &fee, on_file, &other, due, &page("/billing")),
            declined::fee_ended(&ann, &placed, dollars(20_00), on_file, Some(&expired), due, &page("/billing")),
            declined::fee_ended(&ann, &placed, dollars(20_00), on_file, Some(&other), due, &page("/billing")),
            declined::fee_ended(&ann, &placed, dollars(20_00), on_file, None, due, &page("/billing")),
            declined::checkout_declined(&ann, &placed, &attempt, on_file, &unconfirmed, AfterDecline::ByCustomer, page),
            declined::checkout_declined(&ann, &placed, &attempt, on_file, &other, AfterDecline::TriedAgain(due), page),
            declined::checkout_declined(&ann, &placed, &attempt, on_file, &other, AfterDecline::Ended, page),
            declined::checkout_ended(&ann, &placed, on_file, &page("/checkout/stylist-note")),
            order::cancelled_unpaid(&ann, &placed, &page("/dashboard")),
            declined::payment_given_back(&ann, &placed, Refusal::PaidWithAnotherCard, &page("/checkout/confirmation")),
            declined::please_confirm(&ann, &placed, &attempt, tomorrow, &page("/dashboard")),
            order::on_its_way(&ann, &placed, state.clock.now().instant()),
            order::ready_for_pick_up(&ann, &placed, "Marlowe Minneapolis, 700 Nicollet Mall, Minneapolis, MN 55402"),
            order::receipt(
                &ann,
                &placed,
                (&invoice, ShopTerms::SPEC),
                &lines,
                card,
                (true, Count::of(1)),
                Some(&way_back),
            ),
            order::cancelled(&ann, &placed, Some(dollars(20_00))),
            order::lost(&ann, &placed, Some(dollars(20_00)), (Some(&back), Some("Hello25")), &page("/order-box")),
            late::moved(&ann, &new, due, "Edina Galleria", &page("/dashboard")),
            late::moved(&ann, &placed, due, "Edina Galleria", &page("/dashboard")),
            late::keep_or_cancel(&ann, &placed, due, Some(dollars(20_00)), &page("/dashboard")),
            late::kept(&ann, &placed, "Edina Galleria"),
            late::cancelled(&ann, &placed.code, None, true, &page("/customize/order/custom")),
            order::extended(&ann, &placed, due, &page("/checkout/stylist-note")),
            order::referral_earned(&ann, &ann, ShopTerms::SPEC),
            try_on::reminder(
                &ann,
                &placed,
                due,
                due.minus_days(2).unwrap(),
                Some(&follows),
                &page("/checkout/stylist-note"),
            )
            .unwrap(),
            try_on::reminder(&ann, &placed, due, due, Some(&other_card), &page("/checkout/stylist-note")).unwrap(),
            try_on::reminder(&ann, &placed, due, due, None, &page("/checkout/stylist-note")).unwrap(),
            try_on::card_expiring(&ann, "4242", expiration, false, &page("/billing")),
            try_on::exchange_shipped(&ann, &placed, &[piece], "12 Oak Street, Minneapolis, MN 55401", named),
            try_on::exchange_sold_out(&ann, &placed, &lines[0].description, "M", refunded(60_00, 0), named),
            try_on::late_return(
                &ann,
                &placed,
                &[
                    LatePiece { name: &lines[0].description, was_bought: false },
                    LatePiece { name: &lines[1].description, was_bought: true },
                ],
                refunded(60_00, 5_00),
            ),
        ],
    ];
    let mut tx = state.db.write().await.unwrap();
    for mail in mails.into_iter().flatten() {
        mail::queue(state, &mut tx, mail).await.unwrap();
    }
    order::queue_placed(state, &mut tx, &ann, &placed).await.unwrap();
    order::queue_delivery_notice(state, &mut tx, &ann, &placed).await.unwrap();
    for alert in alerts() {
        alert::tell(state, &mut tx, &ann, &alert).await.unwrap();
    }
    tx.commit().await.unwrap();
    app.execute("UPDATE orders SET status = 'completed', finished = TRUE, delivery_date = '2026-11-10'").await;
    app.execute("UPDATE customers SET first_name = 'Ann <b>&\" Marie'").await;
    app.clock.set("2026-12-01T15:00:00Z");
    next_box::run(state).await.unwrap();
}

/// A shipped exchange.
fn exchange(line: &str, invoice: &str, order: &str) -> exchanges::ExchangeRow {
    let [id, line_item_id, invoice_id, order_id] = ["x", line, invoice, order].map(ToOwned::to_owned);
    let none = dollars(0);
    exchanges::ExchangeRow {
        id,
        order_id,
        invoice_id,
        line_item_id,
        product_id: "P001".to_owned(),
        size: "M".to_owned(),
        created_at: stylebox_server::platform::clock::Timestamp(0),
        status: exchanges::ExchangeStatus::Shipped,
        tracking_code: Some("9400111899560000000059".to_owned()),
        price_back: none,
        card_back: none,
        gift_card_back: none,
        credit_back: none,
        refund_attempt_id: None,
        closed_at: None,
        booked_at: None,
    }
}

/// Every kind of message in the sources.
fn kinds_of_sources() -> BTreeSet<String> {
    let mut kinds = BTreeSet::from(
        [outbox::LAST_MAIL, mail::MFA_CODE, mail::RESET_PASSWORD, mail::CONFIRM_EMAIL].map(ToOwned::to_owned),
    );
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src/service")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let source = fs::read_to_string(&path).unwrap();
            for call in source.split("Mail::to(").skip(1).chain(source.split("mail(to,").skip(1)) {
                let arguments = call.split(')').next().unwrap_or_default();
                kinds.extend(arguments.split('"').nth(1).map(ToOwned::to_owned));
            }
            if path.ends_with("alert.rs") {
                let names = source.split_once("fn kind").unwrap().1.split_once("fn text").unwrap().0;
                kinds.extend(names.split('"').skip(1).step_by(2).map(ToOwned::to_owned));
            }
        }
    }
    kinds
}

async fn written(app: &TestApp) -> Vec<MailRow> {
    write_all(app).await;
    let mut written = outbox::newest(&mut app.state.db.read().await.unwrap(), 100).await.unwrap();
    written.reverse();
    written
}

/// The addresses in a text.
fn links(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with("http")).collect()
}

/// The unescaped addresses of the buttons.
fn buttons(html: &str) -> Vec<String> {
    let found = html.split("<a class=\"button\" href=\"").skip(1);
    found.map(|rest| rest.split('"').next().unwrap().replace("&#38;", "&").replace("&amp;", "&")).collect()
}

#[tokio::test]
async fn every_message_is_complete_as_text_and_as_html() {
    let app = TestApp::start().await;
    let written = written(&app).await;
    for (place, mail) in written.iter().enumerate() {
        let (kind, text, html) = (&mail.kind, &mail.body, &mail.html);
        save(&format!("{place:02}-{kind}"), mail);
        for part in [text, html, &mail.subject] {
            for leftover in ["localhost", "{", "}}", "None", "Some(", "not known"] {
                let is_style = leftover == "{" && part == html;
                assert!(is_style || !part.contains(leftover), "{kind}: {leftover} in {part}");
            }
        }
        if mail.channel == Channel::Sms {
            assert!(html.is_empty());
            continue;
        }
        assert!(text.starts_with(&format!("Hello {NAME},\n\n")), "{kind}: {text}");
        assert!(!html.contains("<b>") && html.contains("Hello Ann "), "{kind}: {html}");
        assert!(html.contains("name=\"color-scheme\"") && !html.contains("<img"), "{kind}");
        assert_eq!(buttons(html), links(text), "{kind}");
        assert!(links(text).len() < 2, "{kind}: one thing to do");
        assert!(links(text).iter().all(|link| link.starts_with(PUBLIC)), "{kind}: {text}");
        for said in ["(800) 555-0142", "Mon-Fri 9am-5pm CST", "You are receiving this email because "] {
            assert!(text.contains(said) && html.contains(said), "{kind}: {said}");
        }
    }
    let kinds: BTreeSet<String> = written.into_iter().map(|mail| mail.kind).collect();
    assert_eq!(kinds, kinds_of_sources(), "a kind of message is not checked here, or not found in the sources");
}

/// Writes a message to a file if the environment variable asks for it.
fn save(name: &str, mail: &MailRow) {
    let Some(folder) = env::var_os(WRITE) else { return };
    let folder = Path::new(&folder);
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join(format!("{name}.txt")), format!("Subject: {}\n\n{}", mail.subject, mail.body)).unwrap();
    if !mail.html.is_empty() {
        fs::write(folder.join(format!("{name}.html")), &mail.html).unwrap();
    }
}

/// Days are written like "Friday, November 20". Alerts are left out, because they name the day on which something happened.
#[tokio::test]
async fn every_email_that_names_a_future_day_has_the_time_until_which_it_is_true() {
    let app = TestApp::start().await;
    let all = written(&app).await;
    let days = ["Monday, ", "Tuesday, ", "Wednesday, ", "Thursday, ", "Friday, ", "Saturday, ", "Sunday, "];
    let alerts = [
        "email_change_asked",
        "email_changed",
        "new_device",
        "password_changed",
        "phone_changed",
        "card_changed",
        "address_changed",
        "account_closing",
    ];
    let mut known = BTreeSet::new();
    for mail in all.iter().filter(|mail| mail.channel == Channel::Email && !alerts.contains(&mail.kind.as_str())) {
        let names_a_day = days.iter().any(|day| mail.body.contains(day));
        assert!(!names_a_day || mail.true_until.is_some(), "{}: {}", mail.kind, mail.body);
        known.extend(mail.true_until.map(|_| mail.kind.as_str()));
    }
    let expected = [
        "order_placed",
        "card_declined",
        "please_confirm",
        "on_its_way",
        "delivered",
        "receipt",
        "reminder",
        "extended",
        "order_moved",
        "keep_or_cancel",
        "order_kept",
        "next_box",
        "card_expiring",
        // The day by which the old size has to go back.
        "exchange_shipped",
        "exchange_sold_out",
    ];
    assert_eq!(known, BTreeSet::from(expected));
}
