//! Taking a person out of everything that is kept. What the books need stays without them: orders with their garments and amounts,
//! invoices, payments, the ledger, and the events of orders.

use crate::platform::clock::Timestamp;
use crate::store::{CustomerTx, Result};

/// The orders of the customer `$1`.
macro_rules! of_orders {
    ($statement:literal) => {
        concat!($statement, " WHERE order_id IN (SELECT id FROM orders WHERE customer_id = $1)")
    };
}

/// Takes the person out of the account. The email address is free again, and nobody can sign in. The files of the photos are with
/// their provider, who has to delete them once this is committed. Refused cards belong to no account: they stay under `account`, a
/// keyed mark, until their own time ends.
pub async fn erase(tx: &mut CustomerTx, customer_id: &str, account: &str, now: Timestamp) -> Result<()> {
    access(tx, customer_id).await?;
    execute!(
        tx,
        "UPDATE card_refusals SET account = $2, customer_id = NULL WHERE customer_id = $1",
        customer_id,
        account
    )?;
    wishes(tx, customer_id).await?;
    orders(tx, customer_id).await?;
    addresses_and_cards(tx, customer_id, now).await?;
    messages(tx, customer_id, now).await?;
    // Another account's phone may be the same one: it still gets no text messages.
    execute!(
        tx,
        "DELETE FROM phone_facts WHERE phone = (SELECT phone FROM customers WHERE id = $1)
           AND NOT EXISTS (SELECT 1 FROM customers WHERE customers.phone = phone_facts.phone AND customers.id <> $1)",
        customer_id
    )?;
    // Both must be unique, and no form takes a text like these.
    execute!(
        tx,
        "UPDATE customers SET email = '', email_key = 'erased ' || id, password_hash = '', first_name = '', last_name = '',
           registration_postal_code = '', phone = NULL, subscription_type = NULL, skip_days = 0, preferred_stylist = NULL,
           assigned_location_id = NULL, celerant_id = NULL, kount_session_id = '', referral_code = 'erased ' || id,
           referred_by_code = NULL, campaign_code = NULL, campaign_url = NULL, internal_note = NULL,
           google_analytics_client_id = NULL, analytics_consent_version = NULL, analytics_decided_at = NULL,
           styling_fee_override_code = NULL, closing_since = NULL, email_bounced_at = NULL, erased_at = $2, updated_at = $2
         WHERE id = $1",
        customer_id,
        now
    )?;
    // After all that brings the next box forward.
    execute!(tx, "DELETE FROM next_box_looks WHERE customer_id = $1", customer_id)?;
    Ok(())
}

/// Sessions, with the changes, codes and phone links that go with them, and everything else by which somebody gets in.
async fn access(tx: &mut CustomerTx, customer_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM sessions WHERE customer_id = $1", customer_id)?;
    execute!(tx, "DELETE FROM reset_tokens WHERE customer_id = $1", customer_id)?;
    execute!(tx, "DELETE FROM email_changes WHERE customer_id = $1", customer_id)?;
    execute!(tx, "DELETE FROM known_devices WHERE customer_id = $1", customer_id)?;
    execute!(tx, "DELETE FROM gateway_customers WHERE customer_id = $1", customer_id)?;
    execute!(tx, "DELETE FROM idempotency_keys WHERE customer_id = $1", customer_id)?;
    Ok(())
}

/// Answers, photos, clicks, what was to be ordered, and the rewards. What a friend has got by this customer stays the friend's, and so
/// does the row by which the friend sees, without a name, whose checkout earned it.
async fn wishes(tx: &mut CustomerTx, customer_id: &str) -> Result<()> {
    execute!(tx, "DELETE FROM style_profiles WHERE customer_id = $1", customer_id)?;
    // A photo that is being stored is discarded by the call that stores it. If that call is cut off, the photo expires.
    execute!(
        tx,
        "UPDATE photos SET status = 'discarded' WHERE customer_id = $1 AND status <> 'arriving'",
        customer_id
    )?;
    execute!(tx, "DELETE FROM suggested_item_clicks WHERE customer_id = $1", customer_id)?;
    execute!(tx, "DELETE FROM garments_packed WHERE customer_id = $1", customer_id)?;
    execute!(tx, "DELETE FROM first_order_wishes WHERE customer_id = $1", customer_id)?;
    execute!(tx, "DELETE FROM next_box_wishes WHERE customer_id = $1", customer_id)?;
    execute!(tx, "DELETE FROM next_box_notices WHERE customer_id = $1", customer_id)?;
    execute!(
        tx,
        "DELETE FROM referral_rewards WHERE customer_id = $1
           AND NOT (earned_as = 'friend' AND EXISTS (
             SELECT 1 FROM referral_rewards earned WHERE earned.customer_id = referral_rewards.other_customer_id
               AND earned.earned_as = 'referrer' AND earned.other_customer_id = $1))",
        customer_id
    )?;
    Ok(())
}

/// What the customer and the stylist have said about boxes, and where those went.
async fn orders(tx: &mut CustomerTx, customer_id: &str) -> Result<()> {
    execute!(
        tx,
        "UPDATE orders SET tracking_code = NULL, stylist_note = NULL, released_by = NULL, themebox_description = NULL, on_demand_customer_msg = NULL,
           blog_interest = NULL, order_review = NULL, phone = NULL
         WHERE customer_id = $1",
        customer_id
    )?;
    execute!(tx, of_orders!("DELETE FROM box_proposals"), customer_id)?;
    execute!(tx, of_orders!("DELETE FROM ended_charges"), customer_id)?;
    execute!(tx, of_orders!("UPDATE outfits SET stylist_note = ''"), customer_id)?;
    execute!(tx, of_orders!("UPDATE line_items SET customer_feedback = NULL"), customer_id)?;
    execute!(tx, of_orders!("UPDATE invoices SET exchange_address = NULL"), customer_id)?;
    execute!(tx, of_orders!("UPDATE exchanges SET tracking_code = NULL"), customer_id)?;
    execute!(
        tx,
        of_orders!(
            "UPDATE shipments SET tracking_code = NULL, tracking_page = NULL, document = NULL, place = NULL, last_error = NULL,
               look_at = NULL"
        ),
        customer_id
    )?;
    execute!(tx, of_orders!("UPDATE fraud_holds SET why = '', looked_at = ''"), customer_id)?;
    execute!(
        tx,
        of_orders!("UPDATE reviews SET display_name = '', email = '', review_content = '', review_title = ''"),
        customer_id
    )?;
    Ok(())
}

/// A card's brand, last four digits and expiration stay, because payments show them.
async fn addresses_and_cards(tx: &mut CustomerTx, customer_id: &str, now: Timestamp) -> Result<()> {
    execute!(
        tx,
        "UPDATE shipping_addresses SET name = '', phone = '', line_1 = '', line_2 = NULL, city = '', state = '',
           postal_code = '', suggestion = NULL, check_due_at = NULL, undeliverable_since = NULL, removed_at = COALESCE(removed_at, $2)
         WHERE customer_id = $1",
        customer_id,
        now
    )?;
    execute!(
        tx,
        concat!("UPDATE cards SET ", empty_card!(), ", replaced_at = COALESCE(replaced_at, $2) WHERE customer_id = $1"),
        customer_id,
        now
    )?;
    Ok(())
}

/// The kind and time of messages stay. What is not sent yet is never sent.
async fn messages(tx: &mut CustomerTx, customer_id: &str, now: Timestamp) -> Result<()> {
    execute!(
        tx,
        "UPDATE outbox SET recipient = '', subject = '', body = '', html = '', last_error = NULL, next_try_at = NULL, customer_id = NULL,
           sent_at = COALESCE(sent_at, $2), dismissed_at = COALESCE(dismissed_at, $2)
         WHERE customer_id = $1",
        customer_id,
        now
    )?;
    Ok(())
}
