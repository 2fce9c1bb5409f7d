import type { HumanCheckActions } from '~/api/schema.gen';

/** A form with a human check. */
export type CheckedForm = keyof HumanCheckActions;

/** Makes a token when the form is sent, for a party that shows nothing. Rejects if the party does not answer. */
export type MakeToken = () => Promise<string>;

/** The props of the widget of a party. */
export interface PartyCheckProps {
  siteKey: string;
  /** The party's name for the form. */
  action: string;
  /** The token of a passed check; empty if there is none. */
  onToken: (token: string) => void;
  /** Takes what makes a token when the form is sent; null if nothing does any more. */
  onMaker: (make: MakeToken | null) => void;
  /** The party's check does not work in this browser. */
  onFailed: () => void;
}

/** The value of a form whose token is made when it is sent. */
export const tokenOnSubmit = 'made when the form is sent';
