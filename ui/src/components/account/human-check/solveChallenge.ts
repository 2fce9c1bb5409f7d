import { type Challenge, solveChallengeWorkers } from 'altcha/lib';
// The content policy allows only workers from our own files. The server's challenges use PBKDF2.
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';

export type { Challenge };

const mostWorkers = 8;

/** Solves a challenge in workers. Returns the token for the server. */
export async function solveChallenge(challenge: Challenge, controller: AbortController): Promise<string> {
  const { parameters, signature } = challenge;
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    concurrency: Math.min(mostWorkers, navigator.hardwareConcurrency || 1),
    createWorker: () => new Pbkdf2Worker(),
  });
  if (!solution) throw new Error('The challenge has no solution.');
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
}
