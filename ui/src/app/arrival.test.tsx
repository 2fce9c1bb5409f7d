import { screen, waitFor } from '@testing-library/react';
import { ann } from '~test/accounts';
import { openPage } from '~test/openPage';
import { answered, questionnaireOf } from '~test/quiz';
import { serve, statusOf } from '~test/server';

test('the heading gets the focus when a screen opens, even if its data comes later', async () => {
  let arrive = () => undefined as void;
  const data = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  sessionStorage.setItem('stylebox.redirectTo', '/quiz/4');
  serve({
    'GET /status': { body: statusOf() },
    'GET /account': { body: ann },
    'POST /sessions': { body: ann },
    'GET /questionnaire': () => data.then(() => ({ body: questionnaireOf(answered) })),
  });
  const { user, path } = openPage('/login');
  await user.type(await screen.findByLabelText('Email'), 'ann@example.com');
  await user.type(screen.getByLabelText('Password'), 'Stylebox#2026');
  await user.click(await screen.findByRole('checkbox', { name: /not a robot/ }));
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(path()).toBe('/quiz/4'));
  await waitFor(() => expect(screen.queryByRole('heading', { level: 1 })).toBeNull());

  arrive();
  const heading = await screen.findByRole('heading', { level: 1, name: 'How tall are you?' });
  await waitFor(() => expect(heading).toHaveFocus());
});
