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

/** Before each test of a file the device becomes a store's tablet, and after it is as it was. */
export function asStoreTablet(): void {
  beforeEach(() => {
    localStorage.setItem(storeKey, store);
    complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => jest.restoreAllMocks());
}

/** How often this document was told to reload or to open another one, which jsdom cannot, and says so. */
export const replacements = () =>
  complaints?.mock.calls.filter(([error]) => /navigation/.test(String(error))).length ?? 0;

/** Lets so many seconds pass by the browser's clock. The page looks at it as when a tablet wakes up. */
export function pass(seconds: number): void {
  const later = Date.now() + seconds * 1000;
  jest.spyOn(Date, 'now').mockReturnValue(later);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

/** The session has ended, and the browser opens the sign-up anew, which jsdom cannot. */
export async function forgotten(): Promise<void> {
  await waitFor(() => expect(localStorage.getItem(customerKey)).toBe('1'));
  expect(localStorage.getItem(stepKey)).toBeNull();
}

/** The dialog that asks a customer who has not touched the tablet. */
export const dialog = () => screen.findByRole('dialog', { name: 'Are you still there?' });

/** The location page with a customer: it loads the customer and nothing else. */
export async function openSignedIn(handlers = {}) {
  holdSession();
  const server = serve({ ...tablet, ...handlers });
  const page = openPage('/stylebox-store-signup-location');
  await screen.findByRole('button', { name: 'Finish' });
  return { ...server, ...page };
}

/** A customer who has chosen a photo, which is being sent. */
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

/** A customer at a question that is answered with a text. */
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
