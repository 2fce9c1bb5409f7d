-- The tax of an invoice can be calculated by a service. Then tax_rate is an estimate, and the calculation that was charged is kept
-- with the invoice, as JSON.
ALTER TABLE invoices ADD COLUMN tax_is_calculated BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE invoices ADD COLUMN tax_calculation TEXT;

-- What the service has calculated, for a day: by then rates may have changed.
CREATE TABLE tax_calculations (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    -- A hash of the items, their amounts and the address.
    fingerprint TEXT NOT NULL,
    calculation TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX tax_calculations_of_order ON tax_calculations (order_id, fingerprint, created_at);
CREATE INDEX tax_calculations_expire ON tax_calculations (expires_at);

-- What the service has to record: a paid sale, and what goes back of it. A row is written with the payment or the refund, and the
-- service is told by a job until it is known that it has recorded it.
CREATE TABLE tax_records (
    id TEXT PRIMARY KEY,
    invoice_id TEXT NOT NULL REFERENCES invoices (id),
    -- sale, return or whole_return
    kind TEXT NOT NULL,
    -- The calculation, as JSON; of a return the items that go back.
    calculation TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- waiting, recorded or by_hand
    status TEXT NOT NULL,
    -- By what the service knows it.
    transaction_id TEXT,
    attempts BIGINT NOT NULL,
    next_try_at BIGINT NOT NULL,
    last_error TEXT,
    closed_at BIGINT
);
CREATE INDEX tax_records_of_invoice ON tax_records (invoice_id, created_at);
CREATE INDEX tax_records_waiting ON tax_records (next_try_at, id) WHERE status = 'waiting';
