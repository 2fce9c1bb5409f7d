import type { ComponentProps } from 'react';
import type { Account } from '~/api/schema.gen';
import { CodeStep } from '~/components/account/code-step/CodeStep';

type Answers = Pick<ComponentProps<typeof CodeStep>, 'onConfirmed' | 'onRefused' | 'onCancel'>;

/** The code step of another card, which waits until then. */
export const CardCodeStep = ({ account, ...answers }: { account: Account } & Answers) => (
  <CodeStep
    change="Your new card is waiting. It replaces the one on file once you confirm it with a code."
    email={account.email}
    phone={account.phone}
    textMessages={account.text_messages}
    {...answers}
  />
);
