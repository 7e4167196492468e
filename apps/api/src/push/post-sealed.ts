import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { lookUpPublic } from './public-address.ts';

const TIMEOUT_MS = 10_000;
/** Push services answer with a sentence at most. */
const ANSWER_BYTES_MAX = 2_000;

export type PushAnswer = Readonly<{ status: number; retryAfter: string | null; text: string }>;

/**
 * Sends what is sealed to a push service. Redirects are not followed, an answer is read to 2 KB, and all of
 * it is over in 10 s.
 *
 * @param trusted its host is the operator's own choice, and may be on a private network
 * @throws Error when there is no answer
 */
export function postSealed(
  endpoint: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  { trusted }: { trusted: boolean },
): Promise<PushAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PushAnswer>();
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const url = new URL(endpoint);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send(
    url,
    {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length) },
      signal: late,
      ...(!trusted && { lookup: lookUpPublic }),
    },
    (response) => {
      let text = '';
      const answered = () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'] ?? null,
          text: text.slice(0, ANSWER_BYTES_MAX),
        });
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
        if (text.length < ANSWER_BYTES_MAX) return;
        answered();
        response.destroy();
      });
      response.on('end', answered);
      // The status has come and decides; sent again, a notice that was taken would be shown twice.
      response.on('error', answered);
    },
  );
  request.on('error', (error) => {
    const seconds = TIMEOUT_MS / 1_000;
    reject(late.aborted ? new Error(`the push service did not answer within ${seconds} s`) : error);
  });
  request.end(body);
  return promise;
}
