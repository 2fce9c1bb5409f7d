import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { phone } from '~/lib/form/reading';
import { MaskedField } from './MaskedField';

/** Opens a field whose mask loads a moment later. `type` enters text before that. */
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

/** Waits until the mask is loaded. */
const masked = () => act(() => import('./Mask'));

test('text that was typed before the mask loaded is masked afterwards, and the form gets it', async () => {
  const { field, changed, type } = open();
  type('6125550100');
  expect(field).toHaveValue('6125550100');
  await masked();
  await waitFor(() => expect(field).toHaveValue('(612) 555-0100'));
  expect(changed).toHaveBeenLastCalledWith('(612) 555-0100');
});

test('text that was typed before the mask loaded is not masked until the customer leaves the field', async () => {
  const { field, changed, type } = open();
  field.focus();
  type('6125550100');
  await masked();
  expect(field).toHaveValue('6125550100');
  act(() => field.blur());
  expect(field).toHaveValue('(612) 555-0100');
  expect(changed).toHaveBeenLastCalledWith('(612) 555-0100');
});

test('keys that are pressed after the mask has loaded are masked together with the earlier text', async () => {
  const { field, type } = open();
  field.focus();
  type('612555');
  await masked();
  await userEvent.type(field, '0100');
  expect(field).toHaveValue('(612) 555-0100');
});

test('text that the mask would cut stays unchanged', async () => {
  const { field, changed, type } = open();
  type('612-555-0100 x5');
  await masked();
  expect(field).toHaveValue('612-555-0100 x5');
  expect(changed).toHaveBeenCalledTimes(1);
});
