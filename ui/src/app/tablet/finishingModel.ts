import type { finishing } from '~/lib/tablet';

interface GoodbyeInput {
  /** The present step of the customer who has finished. */
  step: ReturnType<typeof finishing>;
  /** What is sent last. */
  last: 'answers' | 'photos';
  /** The seconds that the tablet waits for the customer after a failure. */
  secondsLeft: number;
  /** Whether the session's end could not be sent. */
  isUnreached: boolean;
}

/** What the goodbye says and offers. */
interface Goodbye {
  words: string;
  canTryAgain: boolean;
  /** Whether the customer can finish without what is still being sent. */
  canGiveUp: boolean;
}

/** The goodbye at a step. */
export function goodbyeAt({ step, last, secondsLeft, isUnreached }: GoodbyeInput): Goodbye {
  if (step === 'sending') {
    return {
      words: `One moment, your last ${last} are being sent. Then this tablet forgets you.`,
      canTryAgain: false,
      canGiveUp: true,
    };
  }
  if (step === 'failed') {
    return {
      words: `Your last ${last} could not be sent. Try again, or add them at home: in ${secondsLeft} seconds this tablet forgets you.`,
      canTryAgain: true,
      canGiveUp: true,
    };
  }
  // Once the session has ended, another tab has reached the server.
  const canTryAgain = isUnreached && step === 'forgotten';
  return { words: canTryAgain ? unreached : forgetting, canTryAgain, canGiveUp: false };
}

const forgetting = 'One moment, this tablet is forgetting you.';

const unreached =
  'This tablet has forgotten what you typed, but cannot reach us to end your session. It tries again by itself once the network is back.';
