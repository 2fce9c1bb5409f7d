import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { fromReload } from '~/lib/draft/reload';
import { busyUntil } from '~/lib/tabLock';
import { beginDocument } from '~/lib/tablet';
import { shareLocks, withoutLocks } from '~test/locks';
import {
  customerKey,
  dialog,
  eve,
  forgotten,
  openQuiz,
  openSignedIn,
  openWithPhoto,
  pass,
  replacements,
  stepKey,
  asStoreTablet,
} from '~test/tablet';
import { isAnyTabBusy } from './leave';

asStoreTablet();

describe('with two tabs', () => {
  beforeEach(shareLocks);
  afterEach(() => {
    jest.useRealTimers();
    withoutLocks();
  });

  const ends = (to: (name: string) => unknown[]) => to('DELETE /sessions');
  const finish = () => screen.getByRole('button', { name: 'Finish' });

  /** Another tab tells at which step of forgetting the customer the tablet is. */
  function hear(step: string): void {
    localStorage.setItem(stepKey, step);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: stepKey })));
  }

  /** Another tab sends a photo, until the returned function is called. */
  function sendElsewhere(): () => void {
    let end: () => void = () => undefined;
    busyUntil(new Promise<void>((resolve) => (end = resolve)));
    return end;
  }

  test('a tab without photos waits for the other, and shows nothing of the customer meanwhile', async () => {
    const { user, to } = await openSignedIn();
    const end = sendElsewhere();
    await user.click(finish());
    expect(await screen.findByText(/your last photos are being sent/)).toBeVisible();
    expect(ends(to)).toHaveLength(0);
    end();
    await forgotten();
    expect(ends(to)).toHaveLength(1);
  });

  test('a tab without photos waits too if Finish was pressed in the other one', async () => {
    const { to } = await openSignedIn();
    const end = sendElsewhere();
    hear('sending');
    expect(await screen.findByText(/your last photos are being sent/)).toBeVisible();
    await act(async () => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(ends(to)).toHaveLength(0);
    end();
    await forgotten();
  });

  test('a tab with a photo makes the other wait until the server has it, also while it is tried again', async () => {
    const { to, sent, saved } = await openWithPhoto();
    expect(await isAnyTabBusy()).toBe(true);
    hear('sending');
    await screen.findByText(/your last photos are being sent/);
    expect(sent[0]?.isAborted()).toBe(false);
    sent[0]?.fail();
    expect(await screen.findByText(/Your last photos could not be sent/)).toBeVisible();
    // With this, the other tab says it too.
    expect(localStorage.getItem(stepKey)).toBe('failed');
    expect(await isAnyTabBusy()).toBe(true);
    hear('sending');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(ends(to)).toHaveLength(0);
    sent[1]?.answer(204);
    await forgotten();
    expect(saved()).toEqual({ asked: ['/api/photos/2'] });
    expect(await isAnyTabBusy()).toBe(false);
  });

  test('a failure in the other tab is shown, and can be tried again', async () => {
    const { user } = await openSignedIn();
    const end = sendElsewhere();
    await user.click(finish());
    await screen.findByText(/your last photos are being sent/);
    hear('failed');
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(localStorage.getItem(stepKey)).toBe('sending');
    expect(screen.getByText(/your last photos are being sent/)).toBeVisible();
    end();
    await forgotten();
  });

  test('an answer that the other tab left unsent is sent', async () => {
    const { user, saved } = await openQuiz();
    const end = sendElsewhere();
    await user.click(finish());
    await screen.findByText(/your last photos are being sent/);
    const unsent = { asked: { value: 'Knits', known: [null] } };
    localStorage.setItem('stylebox.account.answers.profile-1', JSON.stringify({ account: eve.id, unsent }));
    end();
    await forgotten();
    expect(saved()).toEqual({ asked: 'Knits' });
  });

  test('a customer who has left is forgotten after the same time, even if the other tab never finishes', async () => {
    const { to } = await openSignedIn();
    sendElsewhere();
    jest.useFakeTimers();
    fireEvent.click(finish());
    // The code of the goodbye loads.
    await act(async () => undefined);
    act(() => void jest.advanceTimersByTime(149_000));
    expect(ends(to)).toHaveLength(0);
    act(() => void jest.advanceTimersByTime(2_000));
    expect(ends(to)).toHaveLength(1);
  });

  test('a touch in the other tab counts too', async () => {
    await openSignedIn();
    pass(119);
    localStorage.setItem('stylebox.tablet.touchedAt', String(Date.now()));
    pass(119);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    pass(2);
    expect(await dialog()).toBeVisible();
    // The customer answers in the other tab.
    localStorage.setItem('stylebox.tablet.touchedAt', String(Date.now()));
    pass(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  /** Another tab has forgotten the customer, and the next one has begun there. */
  function beginElsewhere(): void {
    localStorage.setItem(customerKey, '1');
    localStorage.removeItem(stepKey);
    localStorage.setItem('stylebox.session.known answers', '{"account":"dana"}');
  }

  const customerScreen = () => screen.queryByRole('heading', { name: 'Which store is this?' });

  test('a tab that wakes up late shows nothing of its customer, and does not end the next one’s session', async () => {
    const { to, client } = await openSignedIn();
    sessionStorage.setItem('stylebox.draft.typed answer', '{"typed":"Eve"}');
    expect(customerScreen()).toBeVisible();
    // A sleeping tab gets no events.
    beginElsewhere();
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(customerScreen()).not.toBeInTheDocument();
    await waitFor(() => expect(replacements()).toBe(1));
    expect(sessionStorage).toHaveLength(0);
    expect(client.getQueryCache().getAll()).toEqual([]);
    expect(localStorage.getItem('stylebox.session.known answers')).not.toBeNull();
    expect([localStorage.getItem(customerKey), localStorage.getItem(stepKey)]).toEqual(['1', null]);
    expect(ends(to)).toHaveLength(0);
  });

  test('a tab that wakes up while it was sending its customer’s last answers does not end the next one’s session', async () => {
    const { to } = await openSignedIn();
    sendElsewhere();
    jest.useFakeTimers();
    fireEvent.click(finish());
    await act(async () => undefined);
    // The next customer has finished too, and their photos are being sent.
    beginElsewhere();
    localStorage.setItem(stepKey, 'sending');
    act(() => void jest.advanceTimersByTime(151_000));
    expect(localStorage.getItem(stepKey)).toBe('sending');
    expect(ends(to)).toHaveLength(0);
  });

  test.each([204, 500])(
    'a tab whose session is ended late, with %s, forgets nothing of the next customer',
    async (status) => {
      let answer: () => void = () => undefined;
      const answered = new Promise<void>((resolve) => (answer = resolve));
      const { user, to } = await openSignedIn({
        'DELETE /sessions': async () => {
          await answered;
          return { status };
        },
      });
      await user.click(finish());
      await waitFor(() => expect(ends(to)).toHaveLength(1));
      beginElsewhere();
      await act(async () => answer());
      act(() => void window.dispatchEvent(new Event('online')));
      await waitFor(() => expect(replacements()).toBe(1));
      expect(localStorage.getItem('stylebox.session.known answers')).not.toBeNull();
      expect([localStorage.getItem(customerKey), localStorage.getItem(stepKey)]).toEqual(['1', null]);
      expect(ends(to)).toHaveLength(1);
    },
  );

  test('a reloaded tab has nothing of a customer who was forgotten meanwhile', () => {
    beginDocument();
    sessionStorage.setItem('stylebox.draft.typed answer', '{"typed":"Eve"}');
    fromReload.set('store sign-up', { first_name: 'Eve' });
    beginDocument();
    expect(sessionStorage.getItem('stylebox.draft.typed answer')).not.toBeNull();
    beginElsewhere();
    beginDocument();
    expect(sessionStorage.getItem('stylebox.draft.typed answer')).toBeNull();
    expect(fromReload.size).toBe(0);
    expect(localStorage.getItem('stylebox.session.known answers')).not.toBeNull();
    // The next customer's own reload keeps their text.
    sessionStorage.setItem('stylebox.draft.typed answer', '{"typed":"Dana"}');
    beginDocument();
    expect(sessionStorage.getItem('stylebox.draft.typed answer')).not.toBeNull();
    localStorage.clear();
    beginDocument();
  });
});
