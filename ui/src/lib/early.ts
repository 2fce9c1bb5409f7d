/** A call of the API that is made while the page's code still comes, so that its answer does not have to be waited for after that. */
interface EarlyCall {
  address: string;
  askedAt: number;
  /** Null until then. */
  answeredAt: number | null;
  response: Promise<Response>;
}

let early: EarlyCall | null = null;

/** What every call says: the version of the API that it speaks, and that of the page's rules. */
export const versionHeaders = (rulesVersion: string) => ({
  Accept: 'application/json; version=1',
  'X-Rules-Version': rulesVersion,
});

/** Everybody gets the same answer: no cookie goes out. */
export function askEarly(address: string, rulesVersion: string, timeoutMs: number): void {
  // The time limit is of the answer's coming: how late it is read depends on the page's code.
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

/** The early call of an address. Its answer can be read once. */
export function takeEarly(address: string): EarlyCall | null {
  if (early?.address !== address) return null;
  const call = early;
  early = null;
  return call;
}
