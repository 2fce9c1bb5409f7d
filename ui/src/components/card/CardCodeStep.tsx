import { type ComponentProps, Suspense } from 'react';
import type { Account } from '~/api/schema.gen';
import type { CodeStep } from '~/components/account/code-step/CodeStep';
import { Spinner } from '~/components/feedback/Spinner';
import { latePart } from '~/components/feedback/latePart';

/** Loaded on demand: few cards need a code. */
const LateCodeStep = latePart(async () => ({
  default: (await import('~/components/account/code-step/CodeStep')).CodeStep,
}));

type Answers = Pick<ComponentProps<typeof CodeStep>, 'onConfirmed' | 'onRefused' | 'onCancel'>;

/** The code step for a new card, which waits for the code. */
export const CardCodeStep = ({ account, ...answers }: { account: Account } & Answers) => (
  <Suspense fallback={<Spinner label="Loading the code step" />}>
    <LateCodeStep
      change="Your new card is waiting. It replaces the one on file once you confirm it with a code."
      email={account.email}
      phone={account.phone}
      textMessages={account.text_messages}
      {...answers}
    />
  </Suspense>
);
