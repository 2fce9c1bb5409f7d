// Calls of a customer, and commands of staff, while processes are killed: each ends with an answer that says what happened.
import { human, registration, send, sessionOf, signIn } from '../lib/customer.mjs';
import { NotInTime, until } from '../lib/until.mjs';
import { doneOnce } from './done_once.mjs';

/** How long a call may take. */
const CALL_MS = 10_000;
/** The statuses, beside those from 500 on, that do not say whether a call was carried out, or ask for patience. */
const UNKNOWN = [408, 429];

/** An answer that is no success. */
class Refused extends Error {
  constructor(what, status, text) {
    super(`${what}: ${status} ${text}`);
    this.status = status;
    this.text = text;
  }

  /** The code of the refusal, and its words for the customer. */
  get why() {
    return Object.entries(JSON.parse(this.text).errors)[0];
  }
}

/** What became of one sending, as `doneOnce` takes it. */
async function sent(shop, what, sending) {
  try {
    const response = await sending();
    const text = await response.text();
    shop.count(response.status);
    if (response.ok) return { is: 'done', body: text && JSON.parse(text) };
    const isUnknown = response.status >= 500 || UNKNOWN.includes(response.status);
    return { is: isUnknown ? 'unknown' : 'refused', error: new Refused(what, response.status, text) };
  } catch (error) {
    shop.count(error.name === 'TimeoutError' ? 'no answer in time' : 'connection lost');
    return { is: 'unknown', error };
  }
}

/**
 * The calls of a customer in a session: a method, a path, a body, the key and the place of the server, if it has to be that one. `call` is for what may be sent twice: it is repeated until it is answered, and a refusal is an
 * error. `act` is for what may be done once (`doneOnce`), `step` for what would do more if it were sent again: it looks before each
 * sending, and a refusal is tried again, because it may ask for that: staff are told that an outside party does not answer. `ask` is
 * for what may be refused: it returns the answer or the refusal; a refusal after a lost answer counts only if `look` does not see it done.
 * `staff` is for a command of staff.
 */
export function callsOf(shop, person) {
  const sending = ([method, path, body, key, place]) => sent(shop, `${method} ${path}`, () =>
    send(shop.url(place), { ...person.session, address: person.address }, method, path, body, { key, signal: AbortSignal.timeout(CALL_MS) }));
  const named = (given) => given.slice(0, 2).join(' ');
  const call = async (...given) => {
    let wrong;
    const end = await until(() => wrong.message, async () => {
      const { is, body, error } = await sending(given);
      if (is === 'refused') throw error;
      wrong = error;
      return is === 'done' && { body };
    });
    return end.body;
  };
  const act = (given, look) => doneOnce(named(given), () => sending(given), look);
  const step = (given, look) => doneOnce(named(given), async () => {
    if (await look()) return { is: 'done' };
    const answer = await sending(given);
    return answer.is === 'refused' ? { ...answer, is: 'unclear' } : answer;
  }, look);
  const ask = (given, look) => {
    let wrong;
    return until(() => `${named(given)}: ${wrong.message}`, async () => {
      const { is, body, error } = await sending(given);
      wrong = error;
      if (is === 'done') return { body };
      return is === 'refused' && ((await look()) ? {} : { refusal: error });
    });
  };
  const staff = (command, look) => doneOnce(`ops ${command.join(' ')}`, async () => {
    try {
      return { is: 'done', body: (await shop.ops(...command)).stdout };
    } catch (error) {
      if (error instanceof NotInTime) throw error;
      return { is: 'unclear', error: new Error(error.stderr || error.message) };
    }
  }, look);
  return { call, act, step, ask, staff };
}

/** Signs up. If the answer is lost and the account exists, the customer signs in. */
export async function signUp(shop, number) {
  const person = { email: `killed${number}@example.com`, address: `172.${16 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`, line: `${number} Harmon Place` };
  const attempt = () => sent(shop, 'POST /registrations', async () => {
    const url = shop.url();
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': person.address };
    const body = JSON.stringify(registration(person.email, await human(url)));
    const response = await fetch(`${url}/api/registrations`, { method: 'POST', headers, body, signal: AbortSignal.timeout(CALL_MS) });
    if (response.ok) person.session = sessionOf(response);
    return response;
  });
  await doneOnce('POST /registrations', attempt, async () => {
    person.session = await signIn(shop.url(), person.email).catch(() => null);
    return person.session;
  });
  return { ...person, ...callsOf(shop, person) };
}
