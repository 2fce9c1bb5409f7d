// No doc comment in Rust only repeats the name under it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from './files.mjs';
import { codeFiles } from './prose.mjs';
import { repeats } from './repeats.mjs';

test('every doc comment in Rust says more than the name under it', () => {
  const read = codeFiles().filter((path) => path.endsWith('.rs'));
  assert.ok(read.length > 500);
  assert.deepEqual(read.flatMap((path) => repeats(textOf(path)).map((comment) => `${path}:${comment}`)), []);
});

test('a comment that has only the words of the code is found', () => {
  for (const [comment, item] of [
    ['The reason.', 'pub reason: String,'],
    ['Why.', 'pub problem: PaymentProblem,'],
    ['Its orders.', 'order_rows: Vec<OrderRow>,'],
    ['A job.', '#[derive(Debug)]\npub struct Job {'],
    ['The customer with this id.', 'pub async fn by_id(tx: &mut Tx, id: &str) -> Result<Option<CustomerRow>> {'],
    ['Whether one of the\n/// invoices is paid.', '#[must_use]\npub fn has_paid(invoices: &[InvoiceRow]) -> bool {'],
  ]) {
    assert.equal(repeats(`/// ${comment}\n${item}\n`).length, 1, comment);
  }
});

test('the words of the enclosing item say nothing new either', () => {
  const field = (comment) => repeats(`pub struct Order {\n    /// ${comment}\n    pub id: String,\n}\n`);
  assert.deepEqual(field("The order's id."), ["2: The order's id."]);
  assert.deepEqual(field("The invoice's id."), []);
});

test('a unit, a format, a condition or a reason is more than a name', () => {
  for (const [comment, item] of [
    ['In cents.', 'pub amount: i64,'],
    ['`MM/YY`.', 'pub expiration: String,'],
    ['The amount; null if it is not known.', 'pub amount: Option<Money>,'],
    ['1 to 5.', 'pub stars: u8,'],
    ['As typed.', 'const NAME: &str = "as typed";'],
  ]) {
    assert.deepEqual(repeats(`/// ${comment}\n${item}\n`), [], comment);
  }
});

test('comments that utoipa or clap prints may repeat a name', () => {
  for (const attribute of ['#[derive(Debug, ToSchema)]', '#[derive(\n    Debug,\n    Args,\n)]', '#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]']) {
    assert.deepEqual(repeats(`/// An order.\n${attribute}\npub struct Order {\n    /// The id.\n    id: String,\n}\n`), [], attribute);
  }
  assert.deepEqual(repeats('/// Lists orders.\n#[utoipa::path(\n    get,\n)]\nasync fn list_orders() {}\n'), []);
  assert.deepEqual(repeats('#[derive(Subcommand)]\nenum Job {\n    Run {\n        /// The name.\n        name: String,\n    },\n}\n'), []);
  assert.deepEqual(repeats('word_enum! {\n    /// The status of a job.\n    pub enum JobStatus {\n        /// Open.\n        Open = "open",\n    }\n}\n'), [
    '4: Open.',
  ]);
});
