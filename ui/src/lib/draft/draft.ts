/** The names of all fields of a form or a piece of state; a nested field by its dotted name: `shipping.city`. */
export type FieldName<Values> = {
  [Key in keyof Values & string]: IsNested<Values[Key]> extends true ? `${Key}.${FieldName<Values[Key]>}` : Key;
}[keyof Values & string];

/** Whether a value has fields of its own. A list counts as one field, and so does an object with arbitrary keys. */
type IsNested<Value> = Value extends object
  ? Value extends readonly unknown[]
    ? false
    : string extends keyof Value
      ? false
      : true
  : false;

/**
 * How long a draft is kept. The tab keeps:
 * - `reload`: only over the reload that brings a newer page;
 * - `customer`: until it is sent, the customer signs out, or somebody else signs in;
 * - `tab`: until it is sent, even if somebody else signs in. Such a draft says itself whose it is;
 * - `visitor`: until there is an account, or a customer signs out.
 *
 * The browser keeps, also after the tab is closed:
 * - `account`: until it is sent, the customer signs out, or somebody else signs in;
 * - `session`: until the session ends.
 */
type Lifetime = 'reload' | 'customer' | 'tab' | 'visitor' | 'account' | 'session';

/** The fields of a form or a piece of state that the browser may keep. A field that is not on the list is never written. */
export interface Draft<Name extends string = string> {
  /** Its name in the browser's storage; unique. */
  readonly name: string;
  readonly lifetime: Lifetime;
  /** No field may hold a secret. */
  readonly fields: readonly Name[];
}

/** The kept values of a draft's fields, by their names. */
export type DraftValues<Name extends string = string> = Readonly<Partial<Record<Name, unknown>>>;

const declared: Draft[] = [];

/** Declares the draft of a form or state with these `Values`: once, at the top of a module. */
export function declareDraft<Values>(draft: Draft<FieldName<Values>>): Draft<FieldName<Values>> {
  declared.push(draft);
  return draft;
}

/** The drafts of all modules that are loaded. */
export const declaredDrafts = (): readonly Draft[] => declared;

/** The value of a field by its dotted name. */
export const fieldOf = (values: object, field: string): unknown =>
  field.split('.').reduce<unknown>((value, key) => (value as DraftValues | undefined)?.[key], values);

/** The fields of `values` that are on the draft's list. */
export const draftOf = ({ fields }: Draft, values: object): DraftValues =>
  Object.fromEntries(fields.map((field) => [field, fieldOf(values, field)]));

/** `values` with the kept fields put in. */
export const withDraft = <Values extends object>(values: Values, kept: DraftValues<FieldName<Values>>): Values =>
  Object.entries<unknown>(kept).reduce((all, [field, value]) => withField(all, field.split('.'), value), values);

function withField<Values extends object>(values: Values, [key = '', ...below]: string[], value: unknown): Values {
  const inner = (values as Record<string, object>)[key] ?? {};
  return { ...values, [key]: below.length === 0 ? value : withField(inner, below, value) };
}
