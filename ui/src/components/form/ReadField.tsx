import {
  type ChangeEvent,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useId,
  useRef,
} from 'react';
import { comesWhole, type Reading, readOr } from '~/lib/form/reading';
import { TextField } from './TextField';

type ReadFieldProps = ComponentProps<typeof TextField> & {
  /** One of core's `.read` rules. It must be the same function on every render. */
  read: Reading;
  /** Whether typed text is read too, once the field loses the focus or Enter is pressed. */
  readsTyped?: boolean;
  /** Suggested values with their labels. Anything else can be typed. */
  options?: readonly { value: string; label: string }[];
};

/** A text field that reads what is pasted or filled in. */
export function ReadField({ read, readsTyped = false, options, ref, onChange, onBlur, ...rest }: ReadFieldProps) {
  const listId = useId();
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (comesWhole(event.nativeEvent)) event.target.value = readOr(read, event.target.value);
    return onChange(event);
  };
  const readTyped = (event: FocusEvent<HTMLInputElement> | KeyboardEvent<HTMLInputElement>) => {
    const { currentTarget: field } = event;
    const text = readOr(read, field.value);
    if (!readsTyped || text === field.value) return;
    field.value = text;
    void onChange({ ...event, type: 'change', target: field } as unknown as ChangeEvent<HTMLInputElement>);
  };
  const attached = useRef<HTMLInputElement>(null);
  const attach = useCallback(
    (element: HTMLInputElement | null) => {
      // Reads what was typed before this script ran. This is done once per element, because a form attaches its fields again
      // while keys are pressed, and `Nev` is not Nevada yet.
      if (element && element !== attached.current) {
        attached.current = element;
        if (element.value !== element.defaultValue) element.value = readOr(read, element.value);
      }
      if (typeof ref === 'function') return ref(element);
      if (ref) ref.current = element;
      return undefined;
    },
    [read, ref],
  );
  return (
    <>
      <TextField
        {...rest}
        ref={attach as typeof ref}
        onChange={change as typeof onChange}
        onBlur={(event) => {
          readTyped(event as FocusEvent<HTMLInputElement>);
          return onBlur(event);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') readTyped(event);
        }}
        list={options ? listId : undefined}
      />
      {options ? (
        <datalist id={listId}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </datalist>
      ) : null}
    </>
  );
}
