import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { digitsRead, stateRead } from '~/core';
import { type ReactNode, useState } from 'react';
import { expiration } from '~/lib/form/reading';
import type { FieldBinding } from './field';
import { MaskedField } from './MaskedField';
import { ReadField } from './ReadField';

type Binding = FieldBinding & { label: string };

/** A field whose form keeps its last value. */
function show(field: (binding: Binding) => ReactNode) {
  const kept = { value: '' };
  const onChange = (event: { target: { value: string } }) => {
    kept.value = event.target.value;
  };
  const binding = { id: 'field', name: 'field', label: 'Field', ref: null, onChange, onBlur: jest.fn() };
  render(field(binding));
  return { kept, input: screen.getByLabelText<HTMLInputElement>('Field') };
}

const state = () => show((binding) => <ReadField {...binding} read={stateRead} readsTyped />);

test('a filled-in name of a state becomes its code', () => {
  const { input, kept } = state();
  fireEvent.change(input, { target: { value: 'Nevada' } });
  expect(input).toHaveValue('NV');
  expect(kept.value).toBe('NV');
});

test('a pasted name of a state becomes its code', async () => {
  const { input, kept } = state();
  await userEvent.click(input);
  await userEvent.paste('New York');
  expect(kept.value).toBe('NY');
});

test.each([
  ['Nevada', 'NV'],
  ['West Virginia', 'WV'],
  ['Arkansas', 'AR'],
  ['mn', 'MN'],
  ['Nevad', 'Nevad'],
])('a typed %s becomes %s once the field is left', async (typed, text) => {
  const { input, kept } = state();
  await userEvent.type(input, typed);
  expect(input).toHaveValue(typed);
  await userEvent.tab();
  expect(input).toHaveValue(text);
  expect(kept.value).toBe(text);
});

test('the typed text stays if the form attaches the field again after each key', async () => {
  const Form = () => {
    const [, setText] = useState('');
    const rest = { id: 'field', name: 'field', label: 'Field', onBlur: jest.fn() };
    return (
      <ReadField
        {...rest}
        read={stateRead}
        readsTyped
        ref={() => {}}
        onChange={(event) => setText(event.target.value)}
      />
    );
  };
  render(<Form />);
  const input = screen.getByLabelText('Field');
  await userEvent.type(input, 'Nevada');
  expect(input).toHaveValue('Nevada');
  await userEvent.tab();
  expect(input).toHaveValue('NV');
});

test('Enter reads the typed text', async () => {
  const { kept } = state();
  await userEvent.type(screen.getByLabelText('Field'), 'Ohio{Enter}');
  expect(kept.value).toBe('OH');
});

test('a code that is pasted in two groups is read completely', async () => {
  const { input, kept } = show((binding) => <ReadField {...binding} read={digitsRead} />);
  await userEvent.click(input);
  await userEvent.paste('123 456');
  expect(kept.value).toBe('123456');
});

test('the form gets a filled-in card', () => {
  const { input, kept } = show((binding) => <MaskedField {...binding} masking={expiration} />);
  input.value = '03/2029';
  input.dispatchEvent(new Event('input', { bubbles: true }));
  expect(input).toHaveValue('03/29');
  expect(kept.value).toBe('03/29');
});
