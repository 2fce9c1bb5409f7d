import type { HumanCheckActions } from '~/api/schema.gen';

/** A form with a human check. */
export type CheckedForm = keyof HumanCheckActions;

/** Makes a token when the form is sent, for a party without a visible widget. Rejects if the party does not answer. */
export type MakeToken = () => Promise<string>;

/** The props of a party's widget. */
export interface PartyCheckProps {
  siteKey: string;
  /** The party's name for the form. */
  action: string;
  /** The token of a passed check; empty if there is none. */
  onToken: (token: string) => void;
  /** Called with the function that makes a token when the form is sent; with null once it must not be used any more. */
  onMaker: (make: MakeToken | null) => void;
  /** Called if the party's check does not work in this browser. */
  onFailed: () => void;
}

/** A placeholder for the token in a form whose token is made when it is sent. */
export const tokenOnSubmit = 'made when the form is sent';
