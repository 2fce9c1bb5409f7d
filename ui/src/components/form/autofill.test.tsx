import { render, screen } from '@testing-library/react';
import { MaskedField } from './MaskedField';
import { PasswordField } from './PasswordField';
import { SelectField } from './SelectField';
import { TextArea } from './TextArea';
import { TextField } from './TextField';

const binding = (name: string) => ({ id: name, name, label: name, ref: null, onChange: jest.fn(), onBlur: jest.fn() });
const asIs = { mask: (text: string) => text, read: (text: string) => text };

/** The `autocomplete` of each kind of field, by its label. */
function autofill() {
  render(
    <>
      <TextField {...binding('text')} autoComplete="given-name" />
      <MaskedField {...binding('masked')} masking={asIs} autoComplete="cc-number" />
      <PasswordField {...binding('secret')} autoComplete="current-password" />
      <SelectField {...binding('select')} autoComplete="shipping address-level1" options={[]} />
      <TextArea {...binding('area')} />
    </>,
  );
  const labels = ['text', 'masked', 'secret', 'select', 'area'];
  return labels.map((label) => screen.getByLabelText(label).getAttribute('autocomplete'));
}

test('each field names what the browser may fill in', () => {
  expect(autofill()).toEqual(['given-name', 'cc-number', 'current-password', 'shipping address-level1', null]);
});

test('on a store’s tablet the browser may fill in nothing', () => {
  localStorage.setItem('stylebox.tablet.store', '');
  expect(autofill()).toEqual(['off', 'off', 'off', 'off', 'off']);
});
