-- When an item has come back: it is neither kept nor shelved again. What is kept and being paid at the moment did not.
ALTER TABLE line_items ADD COLUMN received_at BIGINT;
UPDATE line_items SET received_at = (SELECT updated_at FROM orders WHERE orders.id = line_items.order_id)
    WHERE (paid_for = FALSE OR exchange_size IS NOT NULL)
      AND order_id IN (SELECT id FROM orders WHERE status IN ('delivered_to_stylebox', 'completed'))
      AND NOT EXISTS (SELECT 1 FROM invoice_lines AS frozen JOIN invoices ON invoices.id = frozen.invoice_id
          WHERE frozen.line_item_id = line_items.id AND invoices.status = 'processing'
            AND frozen.claimed_kept = TRUE AND frozen.exchange_size IS NULL);
UPDATE line_items SET claimed_kept = FALSE WHERE received_at IS NOT NULL AND paid_for = FALSE AND exchange_size IS NULL;

-- Who asked for a payment: its event says so, whenever it is settled.
ALTER TABLE payment_attempts ADD COLUMN actor TEXT NOT NULL DEFAULT 'ops';
UPDATE payment_attempts SET actor = (SELECT checked_out_by FROM invoices WHERE invoices.id = payment_attempts.invoice_id)
    WHERE purpose = 'checkout';

-- When a charge was called off that the cardholder would have had to confirm: what is found declined later was that.
ALTER TABLE payment_attempts ADD COLUMN called_off_at BIGINT;
-- Under which key other money than was asked for is asked back, once the first key was refused.
ALTER TABLE payment_attempts ADD COLUMN give_back_key TEXT;
