import { RadioGroup, type RadioGroupProps } from './RadioGroup';

const options = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

interface YesNoProps extends Omit<RadioGroupProps, 'options' | 'segmented' | 'value' | 'onChange'> {
  /** The answer; anything that is not a boolean counts as none. */
  value: unknown;
  onChange: (isYes: boolean) => void;
}

/** A question that is answered with Yes or No. */
export const YesNo = ({ value, onChange, ...rest }: YesNoProps) => (
  <RadioGroup
    {...rest}
    options={options}
    value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
    onChange={(choice) => onChange(choice === 'yes')}
    segmented
  />
);
