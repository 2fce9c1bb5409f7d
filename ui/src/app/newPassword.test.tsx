import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { dana } from '~test/boxes';
import { openPage } from '~test/openPage';
import { locations, questionnaireOf } from '~test/quiz';
import { holdSession, serve } from '~test/server';

const link = 'email=ann%40example.com&reset_password_token=token';

const visitor = () => serve({ 'GET /current_themeboxes': { body: { results: [] } } });

/** Opens the account page, and the form with its button. */
async function openChange(): Promise<UserEvent> {
  holdSession();
  serve({
    'GET /account': { body: dana },
    'GET /locations': { body: { locations } },
    'GET /questionnaire': { body: questionnaireOf({}) },
    'GET /orders': { body: { orders: [] } },
    'GET /account/devices': { body: { devices: [] } },
    'GET /style_profiles/current': { status: 503 },
  });
  const { user } = openPage('/account/management');
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  return user;
}

const openAsVisitor = (path: string) => () => {
  visitor();
  return Promise.resolve(openPage(path).user);
};

/** Each form that sets a password, with the name of its field. A store's sign-up sets none: the link in its email does. */
const forms: [string, RegExp, () => Promise<UserEvent>][] = [
  ['sign-up', /^Password/, openAsVisitor('/register')],
  ['sign-up with a theme box', /^Password/, openAsVisitor('/register-themebox')],
  ['a reset', /^New password$/, openAsVisitor(`/reset_password#${link}`)],
  ['the first password after a store’s sign-up', /^New password$/, openAsVisitor(`/reset_password#${link}&first=true`)],
  ['a change', /^New password$/, openChange],
];

/** The hints, each with whether it is ticked off, as a screen reader reads them. */
const hints = () => {
  const list = screen.getByText('8 to 128 characters').closest('ul');
  if (list === null) throw new Error('The hints are no list.');
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.replace(/^[✓○]/, '').trim());
};

test.each(forms)(
  'on the form of %s the rules show from the start, and are ticked off as they are met',
  async (_, name, open) => {
    const user = await open();
    const field = await screen.findByLabelText(name);
    expect(hints()).toEqual([
      '8 to 128 characters.',
      'One uppercase letter.',
      'One number.',
      'One special character, such as ! or #.',
      'Not a password that many people use.',
    ]);
    expect(field).toHaveAccessibleDescription(/8 to 128 characters ?\. .*One number ?\. /);

    await user.type(field, 'Box#');
    expect(hints()).toEqual([
      '8 to 128 characters.',
      'One uppercase letter (done).',
      'One number.',
      'One special character, such as ! or # (done).',
      'Not a password that many people use.',
    ]);
    await user.type(field, '2026');
    expect(hints().every((hint) => hint.endsWith('(done).'))).toBe(true);
    expect(field).toHaveAccessibleDescription(/8 to 128 characters \(done\)\. .*One number \(done\)\. /);

    // After a deletion the rule is open again.
    await user.type(field, '{Backspace}');
    expect(hints()[0]).toBe('8 to 128 characters.');
  },
);
