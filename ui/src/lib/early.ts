/**
 * A call of the API that is made while the page's code still loads, so that the page does not wait for the answer afterwards.
 */
interface EarlyCall {
  address: string;
  askedAt: number;
  /** Null until the answer comes. */
  answeredAt: number | null;
  response: Promise<Response>;
}

let early: EarlyCall | null = null;

/** The headers of every call: the version of the API, and the version of the page's rules. */
export const versionHeaders = (rulesVersion: string) => ({
  Accept: 'application/json; version=1',
  'X-Rules-Version': rulesVersion,
});

/** Makes the early call. Everybody gets the same answer, so no cookie is sent. */
export function askEarly(address: string, rulesVersion: string, timeoutMs: number): void {
  // The limit ends with the answer's arrival: when the answer is read depends on the page's code.
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  const response = fetch(address, {
    headers: versionHeaders(rulesVersion),
    credentials: 'omit',
    signal: limit.signal,
  });
  const call: EarlyCall = { address, askedAt: Date.now(), answeredAt: null, response };
  early = call;
  response.then(
    () => {
      clearTimeout(timer);
      call.answeredAt = Date.now();
    },
    () => undefined,
  );
}

/** The early call of an address; null if there is none. It can be taken once. */
export function takeEarly(address: string): EarlyCall | null {
  if (early?.address !== address) return null;
  const call = early;
  early = null;
  return call;
}
