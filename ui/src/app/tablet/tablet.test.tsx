import { screen, waitFor } from '@testing-library/react';
import { reloadRestoredTablet } from '~/app/otherTabs';
import { policy } from '~/core';
import { fromReload } from '~/lib/draft/reload';
import { openPage } from '~test/openPage';
import { holdSession, serve } from '~test/server';
import {
  customerKey,
  dialog,
  edina,
  forgotten,
  openSignedIn,
  pass,
  replacements,
  store,
  storeKey,
  tablet,
  asStoreTablet,
} from '~test/tablet';

asStoreTablet();

test('Finish ends the session, and forgets everything except the store', async () => {
  sessionStorage.setItem('stylebox.draft.typed answer', '{"typed":"Eve"}');
  sessionStorage.setItem('stylebox.blog', 'knits');
  localStorage.setItem('stylebox.analytics', '{"version":"2026-11","agreed":false,"clientId":null}');
  localStorage.setItem('stylebox.session.known answers', '{"account":"ann"}');
  const late = 'stylebox.account.answers.profile-2';
  const { user, to, client } = await openSignedIn({
    'DELETE /sessions': () => {
      // A photo has arrived meanwhile.
      localStorage.setItem(late, '{"account":"ann","unsent":{}}');
      return { status: 204 };
    },
  });
  expect(screen.queryByRole('button', { name: 'Sign out' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  await forgotten();
  expect(to('DELETE /sessions')).toHaveLength(1);
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toHaveFocus();
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('this tablet is forgetting you'));
  expect(sessionStorage).toHaveLength(0);
  expect(client.getQueryCache().getAll()).toEqual([]);
  expect(Object.keys(localStorage).toSorted()).toEqual([customerKey, storeKey]);
  expect(localStorage.getItem(storeKey)).toBe(store);
});

test('a document from the back-forward cache is loaded again, only on a tablet', () => {
  const root = document.createElement('div');
  const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  reloadRestoredTablet(root);
  show(false);
  localStorage.removeItem(storeKey);
  show(true);
  expect([replacements(), root.hidden]).toEqual([0, false]);
  localStorage.setItem(storeKey, store);
  show(true);
  expect([replacements(), root.hidden]).toEqual([1, true]);
});

test('if the session cannot be ended, the customer is no longer shown, and ending it is tried again', async () => {
  let isDown = true;
  const { user, to } = await openSignedIn({ 'DELETE /sessions': () => ({ status: isDown ? 500 : 204 }) });
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  expect(await screen.findByText(/cannot reach us to end your session/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Next' })).not.toBeInTheDocument();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await forgotten();
  expect(to('DELETE /sessions')).toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument());
});

test('a customer who is idle for two minutes is asked, goes on after an answer, and is forgotten without one', async () => {
  expect([policy().store_idle_seconds, policy().store_idle_answer_seconds]).toEqual([120, 30]);
  const { user, to } = await openSignedIn();
  pass(119);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  pass(2);
  expect(await dialog()).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'I’m still here' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  pass(119);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  pass(11);
  expect(await dialog()).toHaveTextContent('20');
  expect(await screen.findByText('20 seconds left')).toBeInTheDocument();
  expect(to('DELETE /sessions')).toHaveLength(0);
  pass(20);
  await forgotten();
  expect(to('DELETE /sessions')).toHaveLength(1);
});

test('a visitor who typed is asked; an empty form is not', async () => {
  const { to } = serve(tablet);
  const { user } = openPage('/stylebox-store-signup');
  const name = await screen.findByLabelText(/^First name/);
  await screen.findByText(/Not this store/);
  pass(600);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.type(name, 'E');
  pass(121);
  await dialog();
  pass(30);
  await forgotten();
  expect(to('DELETE /sessions')).toHaveLength(1);
});

test('staff who only set the tablet up are not asked, neither there nor at the sign-up', async () => {
  localStorage.setItem(storeKey, '');
  const { to } = serve(tablet);
  const { user, path } = openPage('/stylebox-store-signup-location');
  await user.type(await screen.findByRole('searchbox', { name: /Find by city/ }), 'Edina');
  await user.click(await screen.findByRole('radio', { name: /^Edina Galleria/ }));
  pass(121);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(path()).toBe('/stylebox-store-signup'));
  await screen.findByLabelText(/^First name/);
  pass(600);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(localStorage.getItem(storeKey)).toBe(edina);
  expect(to('DELETE /sessions')).toHaveLength(0);
});

test('a customer who typed before a reload is asked too', async () => {
  fromReload.set('store sign-up', { first_name: 'Eve' });
  serve(tablet);
  openPage('/stylebox-store-signup');
  expect(await screen.findByLabelText(/^First name/)).toHaveValue('Eve');
  await screen.findByText(/Not this store/);
  pass(121);
  expect(await dialog()).toBeVisible();
});

test('a tablet that was left long ago shows nothing when it is opened again', async () => {
  localStorage.setItem('stylebox.tablet.touchedAt', String(Date.now() - 151_000));
  holdSession();
  const { to } = serve(tablet);
  openPage('/stylebox-store-signup-location');
  await forgotten();
  expect(to('DELETE /sessions')).toHaveLength(1);
});

test('a session that has ended does not lead to sign-in, where the next customer would see drafts', async () => {
  holdSession();
  const { to } = serve({ ...tablet, 'GET /account': { status: 401, body: { errors: { not_authorized: 'x' } } } });
  const { path } = openPage('/dashboard');
  await forgotten();
  expect(to('DELETE /sessions')).toHaveLength(1);
  expect(path()).toBe('/dashboard');
  expect(sessionStorage.getItem('stylebox.redirectTo')).toBeNull();
});

test('neither does it on a screen for visitors: the tablet’s customer has no password to sign in with', async () => {
  const { user, to } = await openSignedIn({
    'PATCH /account': { status: 401, body: { errors: { not_authorized: 'x' } } },
  });
  await user.click(await screen.findByRole('radio', { name: /^Edina Galleria/ }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await forgotten();
  expect(to('DELETE /sessions')).toHaveLength(1);
});

test('a customer’s own device has neither Finish nor its bar', async () => {
  localStorage.clear();
  holdSession();
  serve(tablet);
  openPage('/stylebox-store-signup-location');
  expect(await screen.findByRole('button', { name: 'Sign out' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Finish' })).not.toBeInTheDocument();
});
