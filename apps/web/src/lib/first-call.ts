/** What the page's head has asked for before any of the site's code was there. */
type FirstCall = readonly [url: string, token: string, answer: Promise<Response>];

declare global {
  interface Window {
    firstCall?: FirstCall;
  }
}

/** An answer that nobody took in so long is of earlier. */
const FRESH_MS = 20_000;

/**
 * The head's answer where it is to this very call, once; null otherwise.
 *
 * @throws the signal's reason when the caller gives up
 */
export function takeFirstCall(
  url: string,
  token: string | null,
  signal: AbortSignal,
): Promise<Response> | null {
  const first = window.firstCall;
  if (!first) return null;
  delete window.firstCall;
  const [askedUrl, askedToken, answer] = first;
  if (askedUrl !== url || askedToken !== token || performance.now() > FRESH_MS) return null;
  const gone = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([answer, gone]);
}
