// The contestants of each rule in the bench: the built WebAssembly as the page calls it, and the libraries.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';
import { deliveryWindow } from './dates.mjs';
import { totalDue } from './decimals.mjs';
import * as valibot from './valibot.mjs';
import * as yup from './yup.mjs';
import * as zod from './zod.mjs';

const core = createRequire(import.meta.url)(join(root, 'core-wasm', 'pkg-node', 'door.cjs'));

/** Each rule: `ours`, as the page calls it, and the rivals by the names of their libraries. */
export const contestants = {
  'registration.validate': {
    ours: core.registrationValidate,
    rivals: { zod: zod.registration, valibot: valibot.registration, yup: yup.registration },
  },
  'payment.validate': {
    ours: core.paymentValidate,
    rivals: { zod: zod.payment, valibot: valibot.payment, yup: yup.payment },
  },
  'calendar.window': { ours: core.calendarWindow, rivals: { 'date-fns': deliveryWindow } },
  'invoice.total_due': { ours: core.invoiceTotalDue, rivals: { 'decimal.js': totalDue } },
};

/** The timed rows: `{row, rule, input}`. The native program times the same ones. */
export const rows = JSON.parse(readFileSync(join(root, 'core', 'benches', 'rows.json'), 'utf8'));
