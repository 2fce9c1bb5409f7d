import { fireEvent } from '@testing-library/dom';
import { screen, waitFor, within } from '@testing-library/react';
import { openPage } from '~test/openPage';
import { question, serveQuiz } from '~test/quiz';

const choices = [
  { ref: 'a', label: 'Apple' },
  { ref: 'b', label: 'Birch' },
  { ref: 'c', label: 'Cedar' },
];

/** Opens a quiz with one question. `saved` returns its answer on the server. */
function ask(...[type, more]: Parameters<typeof question>) {
  const server = serveQuiz({ steps: [question(type, more)] });
  const { user } = openPage('/quiz/1');
  return { user, server, saved: () => server.saved()['asked'] };
}

const next = () => screen.findByRole('button', { name: 'Next' });
const enabled = async () => expect(await next()).toHaveAttribute('aria-disabled', 'false');

test('a dropdown saves the label of its choice, and can be cleared', async () => {
  const { user, saved } = ask('dropdown', { properties: { choices } });
  const select = await screen.findByRole('combobox', { name: 'What is asked' });
  expect(await next()).toHaveAttribute('aria-disabled', 'true');
  await user.selectOptions(select, 'Birch');
  await waitFor(() => expect(saved()).toBe('Birch'));
  await enabled();
  await user.selectOptions(select, 'Choose');
  await waitFor(() => expect(saved()).toBeNull());
  expect(await next()).toHaveAttribute('aria-disabled', 'true');
});

describe('a question that saves the key of the choice', () => {
  const properties = { choices, answer: 'ref' as const };

  test('as a dropdown', async () => {
    const { user, saved } = ask('dropdown', { properties });
    const select = await screen.findByRole('combobox', { name: 'What is asked' });
    await user.selectOptions(select, 'Birch');
    await waitFor(() => expect(saved()).toBe('b'));
    expect(select).toHaveDisplayValue('Birch');
  });

  test('as a list of choices', async () => {
    const { user, saved } = ask('multiple_choice', { properties });
    await user.click(await screen.findByRole('radio', { name: 'Birch' }));
    await waitFor(() => expect(saved()).toBe('b'));
    expect(screen.getByRole('radio', { name: 'Birch' })).toBeChecked();
  });

  test('as a list of colors', async () => {
    const { user, saved } = ask('designs_disliked_colors', { properties });
    await user.click(await screen.findByRole('checkbox', { name: 'Birch' }));
    await waitFor(() => expect(saved()).toEqual(['b']));
    expect(screen.getByRole('checkbox', { name: 'Birch' })).toBeChecked();
  });
});

test.each(['short_text', 'long_text'] as const)(
  'a %s is saved once typing pauses, not letter by letter',
  async (type) => {
    const { user, server, saved } = ask(type);
    await user.type(await screen.findByRole('textbox', { name: 'What is asked' }), 'Always navy');
    await waitFor(() => expect(saved()).toBe('Always navy'), { timeout: 3000 });
    expect(server.saves()).toHaveLength(1);
    await enabled();
  },
);

test('a text that is too long says so on blur, and disables Next', async () => {
  const { user, saved } = ask('short_text', { properties: { max_length: 5 } });
  const field = await screen.findByRole('textbox', { name: 'What is asked' });
  await user.type(field, 'navies');
  expect(field).toHaveValue('navies');
  await user.tab();
  expect(field).toHaveAccessibleDescription('Max. 5 characters.');
  expect(await next()).toHaveAttribute('aria-disabled', 'true');
  await user.type(field, '{Backspace}');
  await waitFor(() => expect(saved()).toBe('navie'), { timeout: 3000 });
  await enabled();
});

test('a number is saved as a number, and one out of range says why', async () => {
  const { user, saved } = ask('number', { properties: { min: 70, max: 500, step: 1 } });
  const field = await screen.findByRole('textbox', { name: 'What is asked' });
  await user.type(field, '12');
  await user.tab();
  expect(field).toHaveAccessibleDescription('Please enter 70 or more.');
  await user.type(field, '0');
  await waitFor(() => expect(saved()).toBe(120), { timeout: 3000 });
  expect(field).toHaveAccessibleDescription('');
});

test('the ends of a range stay apart as core demands, and its initial value is an answer', async () => {
  const { saved } = ask('number', {
    properties: { control: 'range', min: 90, max: 300, step: 5, default: '$90 - $300' },
  });
  const from = await screen.findByRole('slider', { name: 'From' });
  await waitFor(() => expect(saved()).toBe('$90 - $300'));
  await enabled();
  fireEvent.change(screen.getByRole('slider', { name: 'To' }), { target: { value: '150' } });
  fireEvent.change(from, { target: { value: '200' } });
  expect(from).toHaveAttribute('aria-valuetext', '$200');
  expect(screen.getByRole('slider', { name: 'To' })).toHaveAttribute('aria-valuetext', '$210');
  await waitFor(() => expect(saved()).toBe('$200 - $210'), { timeout: 3000 });
});

test('a birthday is checked by core and saved as a date', async () => {
  const { user, saved } = ask('date');
  const group = within(await screen.findByRole('group', { name: 'What is asked' }));
  await user.type(group.getByLabelText(/Month/), '2');
  await user.type(group.getByLabelText(/Day/), '30');
  await user.type(group.getByLabelText(/Year/), '1990');
  await user.tab();
  expect(group.getByLabelText(/Day/)).toHaveAccessibleDescription('Please enter a day between 01 and 28');
  expect(await next()).toHaveAttribute('aria-disabled', 'true');
  await user.clear(group.getByLabelText(/Day/));
  await user.type(group.getByLabelText(/Day/), '7');
  await waitFor(() => expect(saved()).toBe('1990-02-07'), { timeout: 3000 });
  await enabled();
});

test.each(['multiple_choice', 'picture_choice', 'picture_choice_carousel'] as const)(
  'a %s with one choice saves its label',
  async (type) => {
    const { user, saved } = ask(type, { properties: { choices } });
    const group = within(await screen.findByRole('radiogroup', { name: /What is asked/ }));
    await user.click(group.getByRole('radio', { name: 'Cedar' }));
    await waitFor(() => expect(saved()).toBe('Cedar'));
    await user.click(group.getByRole('radio', { name: 'Apple' }));
    await waitFor(() => expect(saved()).toBe('Apple'));
    await enabled();
  },
);

test('all choices of a picture_choice_carousel show at the same time, without scrolling sideways', async () => {
  ask('picture_choice_carousel', {
    properties: { choices: choices.map((choice) => ({ ...choice, image: '/look.svg' })) },
  });
  const group = within(await screen.findByRole('radiogroup', { name: /What is asked/ }));
  expect(group.getAllByRole('radio')).toHaveLength(choices.length);
  expect(screen.queryByRole('button', { name: 'More pictures' })).toBeNull();
});

test.each(['multiple_choice', 'picture_choice', 'picture_choice_carousel'] as const)(
  'a %s with several choices saves a list',
  async (type) => {
    const { user, saved } = ask(type, { properties: { choices, allow_multiple_selection: true } });
    const group = within(await screen.findByRole('group', { name: /What is asked/ }));
    await user.click(group.getByRole('checkbox', { name: 'Cedar' }));
    await user.click(group.getByRole('checkbox', { name: 'Apple' }));
    await waitFor(() => expect(saved()).toEqual(['Cedar', 'Apple']));
    await user.click(group.getByRole('checkbox', { name: 'Cedar' }));
    await waitFor(() => expect(saved()).toEqual(['Apple']));
    await enabled();
  },
);

test('a choice with a picture shows it', async () => {
  ask('picture_choice', { properties: { choices: [{ ref: 'a', label: 'Apple', image: '/api/product_images/a' }] } });
  const choice = await screen.findByRole('radio', { name: 'Apple' });
  expect(choice.closest('label')?.querySelector('img')).toHaveAttribute('src', '/api/product_images/a');
});

test('yes or no is saved as a boolean, and no is an answer', async () => {
  const { user, saved } = ask('yes_or_no');
  await user.click(await screen.findByRole('radio', { name: 'No' }));
  await waitFor(() => expect(saved()).toBe(false));
  await enabled();
});

test('the number of colors to avoid is limited by core', async () => {
  const colors = Array.from({ length: 13 }, (_, index) => ({ ref: `c${index}`, label: `Color ${index}`, hex: '#fff' }));
  const { user, saved } = ask('designs_disliked_colors', {
    properties: { choices: colors, allow_multiple_selection: true, max: 12 },
  });
  const boxes = await screen.findAllByRole('checkbox');
  for (const box of boxes) await user.click(box);
  expect(screen.getByText('Up to 12 colors.')).toBeVisible();
  expect(boxes.at(-1)).not.toBeChecked();
  await waitFor(() => expect(saved()).toHaveLength(12));
});

test('a statement needs no answer', async () => {
  ask('statement');
  expect(await screen.findByRole('heading', { level: 1, name: 'What is asked' })).toBeVisible();
  await enabled();
});

test('a group shows its fields, and Next needs the required ones', async () => {
  const fields = [
    question('dropdown', { ref: 'feet', title: 'Feet', properties: { choices } }),
    question('short_text', { ref: 'note', title: 'A note', validations: { required: false } }),
    question('yes_or_no', { ref: 'sure', title: 'Sure?' }),
  ];
  const { user, server } = ask('group', { properties: { fields } });
  await user.click(await next());
  expect(screen.getByText('Still needed: Feet, Sure?')).toBeVisible();
  const feet = screen.getByRole('combobox', { name: 'Feet' });
  expect(feet).toHaveFocus();
  expect(feet).toHaveAccessibleDescription('Required');
  await user.selectOptions(feet, 'Apple');
  expect(feet).toHaveAccessibleDescription('');
  await user.click(screen.getByRole('radio', { name: 'Yes' }));
  await enabled();
  await waitFor(() => expect(server.saved()).toEqual({ feet: 'Apple', sure: true }));
});
