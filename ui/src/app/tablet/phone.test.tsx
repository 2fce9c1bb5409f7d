import { screen, waitFor } from '@testing-library/react';
import { ann } from '~test/accounts';
import { questionnaireOf } from '~test/quiz';
import { eve, forgotten, openSignedIn, openWithPhoto, asStoreTablet } from '~test/tablet';

/** Whether the code of the dialog for the phone cannot be fetched. */
let mockIsDown = false;
jest.mock('./PhoneDialog', () => {
  if (mockIsDown) throw new Error('no network');
  return jest.requireActual('./PhoneDialog');
});

asStoreTablet();

describe('a customer who goes on on their own phone', () => {
  const link = { link: 'https://stylebox.example/members/stylebox-store-signup-phone#token=secret', ttl_seconds: 300 };

  test('stays on the screen and tries again if the dialog cannot be loaded', async () => {
    mockIsDown = true;
    const { user } = await openSignedIn({
      'POST /phone_links': { status: 201, body: link },
      'GET /phone_links': { body: { used: false } },
    });
    await user.click(await screen.findByRole('button', { name: 'Use my phone' }));
    expect(await screen.findByText(/did not load/)).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Which store is this?' })).toBeVisible();
    mockIsDown = false;
    expect(await screen.findByRole('img', { name: 'A code for your phone’s camera' })).toBeVisible();
  });

  test('can still use a code that is no longer shown, and the tablet says that it was used', async () => {
    let used = false;
    const { user } = await openSignedIn({
      'POST /phone_links': { status: 201, body: link },
      'GET /phone_links': () => ({ body: { used } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Use my phone' }));
    await screen.findByRole('img', { name: 'A code for your phone’s camera' });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    used = true;
    expect(await screen.findByText(/Your phone has it now/)).toBeVisible();
  });

  test('waits until the server has all answers, and is told if they cannot be sent', async () => {
    const unsent = { color: { value: 'red', known: [null] } };
    localStorage.setItem('stylebox.account.answers.profile-1', JSON.stringify({ account: eve.id, unsent }));
    let isDown = true;
    const { user, to } = await openSignedIn({
      'GET /questionnaire': { body: questionnaireOf({}) },
      'PATCH /style_profiles/profile-1': () =>
        isDown ? { status: 500 } : { body: { responses: { color: 'red' }, stats: questionnaireOf({}).stats } },
      'GET /style_profiles/profile-1': { body: { id: 'profile-1', data: questionnaireOf({}) } },
      'POST /phone_links': { status: 201, body: link },
      'GET /phone_links': { body: { used: false } },
    });
    await user.click(await screen.findByRole('button', { name: 'Use my phone' }));
    expect(await screen.findByText(/Your last answers could not be sent yet/)).toBeVisible();
    expect(to('POST /phone_links')).toHaveLength(0);
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('img', { name: 'A code for your phone’s camera' })).toBeVisible();
    expect(to('PATCH /style_profiles/profile-1').at(-1)?.body).toEqual({ responses: { color: 'red' } });
    expect(localStorage.getItem('stylebox.account.answers.profile-1')).toBeNull();
  });

  test('sees a code, and once it is used the tablet ends its session', async () => {
    let used = false;
    const { user, to } = await openSignedIn({
      'POST /phone_links': { status: 201, body: link },
      'GET /phone_links': () => ({ body: { used } }),
    });
    await user.click(await screen.findByRole('button', { name: 'Use my phone' }));
    expect(await screen.findByRole('img', { name: 'A code for your phone’s camera' })).toBeVisible();
    expect(to('POST /phone_links')[0]?.body).toEqual({ phone_link: { path: '/stylebox-store-signup-location' } });
    used = true;
    expect(await screen.findByText(/Your phone has it now/)).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Finish' }).at(-1) as HTMLElement);
    await forgotten();
    expect(to('DELETE /sessions')).toHaveLength(1);
  });

  test('has the session on the phone, while the tablet still waits for a photo', async () => {
    const { user, to, sent, saved } = await openWithPhoto({
      'POST /phone_links': { status: 201, body: link },
      'GET /phone_links': { body: { used: true } },
    });
    await user.click(screen.getByRole('button', { name: 'Use my phone' }));
    await screen.findByText(/Your phone has it now/);
    await user.click(screen.getAllByRole('button', { name: 'Finish' }).at(-1) as HTMLElement);
    await screen.findByText(/your last photos are being sent/);
    expect(to('DELETE /sessions')).toHaveLength(0);
    sent[0]?.answer(204);
    await forgotten();
    expect(saved()).toEqual({ asked: ['/api/photos/1'] });
  });

  test('tries again if no code could be made', async () => {
    let isDown = true;
    const { user } = await openSignedIn({
      'POST /phone_links': () => (isDown ? { status: 500 } : { status: 201, body: link }),
      'GET /phone_links': { body: { used: false } },
    });
    await user.click(await screen.findByRole('button', { name: 'Use my phone' }));
    const again = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await user.click(again);
    expect(await screen.findByRole('img', { name: 'A code for your phone’s camera' })).toBeVisible();
  });

  test('must have registered in a store', async () => {
    await openSignedIn({ 'GET /account': { body: ann } });
    expect(screen.queryByRole('button', { name: 'Use my phone' })).not.toBeInTheDocument();
  });
});
