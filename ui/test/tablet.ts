import { act, screen, waitFor } from '@testing-library/react';
import { ann } from './accounts';
import { openPage } from './openPage';
import { jpeg } from './photo';
import { locations, question, serveQuiz } from './quiz';
import { holdSession, serve } from './server';
import { serveUploads } from './uploads';

/** A customer who has registered in a store. */
export const eve = { ...ann, registered_in_store: true };
export const store = locations[1]?.id ?? '';
export const edina = locations.find(({ name }) => name === 'Edina Galleria')?.id;
export const storeKey = 'stylebox.tablet.store';

/** A tablet in a store with a customer who has registered on it. */
export const tablet = {
  'GET /locations': { body: { locations } },
  'GET /account': { body: eve },
  'DELETE /sessions': { status: 204 },
};

export const customerKey = 'stylebox.tablet.customer';
export const stepKey = 'stylebox.tablet.finishing';

let complaints: jest.SpyInstance | null = null;

/** Turns the device into a store's tablet before each test of a file, and resets it afterwards. */
export function asStoreTablet(): void {
  beforeEach(() => {
    localStorage.setItem(storeKey, store);
    complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => jest.restoreAllMocks());
}

/** How often this document was reloaded or replaced. jsdom cannot do that, and logs an error instead. */
export const replacements = () =>
  complaints?.mock.calls.filter(([error]) => /navigation/.test(String(error))).length ?? 0;

/** Lets `seconds` pass on the browser's clock, as for a tablet that wakes up. */
export function pass(seconds: number): void {
  const later = Date.now() + seconds * 1000;
  jest.spyOn(Date, 'now').mockReturnValue(later);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

/** Waits until the session has ended and the page opens the sign-up again, which jsdom cannot do. */
export async function forgotten(): Promise<void> {
  await waitFor(() => expect(localStorage.getItem(customerKey)).toBe('1'));
  expect(localStorage.getItem(stepKey)).toBeNull();
}

/** The dialog that asks a customer who has not touched the tablet. */
export const dialog = () => screen.findByRole('dialog', { name: 'Are you still there?' });

/** Opens the location page as a signed-in customer. It loads only the customer. */
export async function openSignedIn(handlers = {}) {
  holdSession();
  const server = serve({ ...tablet, ...handlers });
  const page = openPage('/stylebox-store-signup-location');
  await screen.findByRole('button', { name: 'Finish' });
  return { ...server, ...page };
}

/** Opens the quiz as a customer whose photo is being sent. */
export async function openWithPhoto(more = {}) {
  const server = serveQuiz({
    account: eve,
    steps: [question('file_upload', { validations: { required: false } })],
    more: { 'DELETE /sessions': { status: 204 }, ...more },
  });
  const { sent } = serveUploads();
  const page = openPage('/quiz/1');
  const chooser = await screen.findByLabelText('Choose photos', { selector: 'input' });
  await page.user.upload(chooser, jpeg('one.jpg'));
  await waitFor(() => expect(sent).toHaveLength(1));
  return { ...server, ...page, sent };
}

/** Opens the quiz at a question with a text as its answer. */
export async function openQuiz() {
  const server = serveQuiz({
    account: eve,
    steps: [question('short_text')],
    more: { 'DELETE /sessions': { status: 204 } },
  });
  const page = openPage('/quiz/1');
  await screen.findByRole('button', { name: 'Finish' });
  return { ...server, ...page };
}
