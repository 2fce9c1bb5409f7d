import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { phone } from '~/lib/form/reading';
import { MaskedField } from './MaskedField';

/** A field whose mask comes a moment later; keys are pressed before that. */
function open() {
  const changed = jest.fn();
  const binding = { id: 'phone', name: 'phone', ref: null, onBlur: jest.fn(), message: undefined };
  render(
    <MaskedField
      label="Phone"
      masking={phone}
      {...binding}
      onChange={(event) => Promise.resolve(changed(event.target.value))}
    />,
  );
  const field = screen.getByLabelText('Phone');
  const type = (value: string) => fireEvent.input(field, { target: { value }, inputType: 'insertText' });
  return { field, changed, type };
}

/** Until the mask is there. */
const masked = () => act(() => import('./Mask'));

test('what was typed before the mask was there is masked once it is, and the form knows', async () => {
  const { field, changed, type } = open();
  type('6125550100');
  expect(field).toHaveValue('6125550100');
  await masked();
  await waitFor(() => expect(field).toHaveValue('(612) 555-0100'));
  expect(changed).toHaveBeenLastCalledWith('(612) 555-0100');
});

test('while somebody types, it stays until they leave the field', async () => {
  const { field, changed, type } = open();
  field.focus();
  type('6125550100');
  await masked();
  expect(field).toHaveValue('6125550100');
  act(() => field.blur());
  expect(field).toHaveValue('(612) 555-0100');
  expect(changed).toHaveBeenLastCalledWith('(612) 555-0100');
});

test('the keys that are pressed once the mask is there go on with what was typed before', async () => {
  const { field, type } = open();
  field.focus();
  type('612555');
  await masked();
  await userEvent.type(field, '0100');
  expect(field).toHaveValue('(612) 555-0100');
});

test('what the mask would cut is left as it is', async () => {
  const { field, changed, type } = open();
  type('612-555-0100 x5');
  await masked();
  expect(field).toHaveValue('612-555-0100 x5');
  expect(changed).toHaveBeenCalledTimes(1);
});
