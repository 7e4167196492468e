import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import webPush from 'web-push';
import { observedCall } from '../process/telemetry/provider-calls.ts';
import { lookUpPublic } from './public-address.ts';
import type { Push, PushMessage, PushOutcome, PushTarget } from './push.ts';
import { isPushAddress } from './push-hosts.ts';
import { createVapidKeys } from './vapid-keys.ts';

/** The only way of sealing that every browser knows (RFC 8291). */
const SEALED = 'aes128gcm';

const KEPT_WORDS = 200;

type PushSettings = Readonly<{
  secretKey: Uint8Array;
  /** Push services beside the known ones, as origins. */
  origins: readonly string[];
  /** Whom a push service writes to when something is wrong: `mailto:` or `https:`. */
  contact: string;
}>;

/** Web push: sealed for one browser (RFC 8291), signed by the service (RFC 8292), sent as RFC 8030 says. */
export function createPush({ secretKey, origins, contact }: PushSettings): Push {
  const keys = createVapidKeys(secretKey);

  function headersFor({ endpoint }: PushTarget, { ttlS, topic }: PushMessage) {
    const { Authorization } = webPush.getVapidHeaders(
      new URL(endpoint).origin,
      contact,
      keys.publicKey,
      keys.privateKey,
      SEALED,
    );
    return {
      authorization: Authorization,
      'content-encoding': SEALED,
      'content-type': 'application/octet-stream',
      ttl: String(ttlS),
      urgency: 'high',
      topic,
    };
  }

  return {
    publicKey: keys.publicKey,
    allows: (endpoint) => isPushAddress(endpoint, origins),
    async send(target, message) {
      const { endpoint } = target;
      if (!isPushAddress(endpoint, origins)) {
        const host = URL.canParse(endpoint) ? new URL(endpoint).host : 'no address';
        return { kind: 'refused', reason: `${host} is no push service that notices are sent to` };
      }
      try {
        const { cipherText } = webPush.encrypt(target.p256dh, target.auth, message.payload, SEALED);
        const trusted = origins.includes(new URL(endpoint).origin);
        const headers = headersFor(target, message);
        // The address of a browser is as good as a key: only its host is told.
        const call = {
          provider: 'push',
          operation: 'send',
          about: { host: new URL(endpoint).host },
        };
        return await observedCall(call, async (_outgoing, told) => {
          const answer = await postSealed(endpoint, headers, cipherText, { trusted });
          told.status = answer.status;
          return outcomeOf(answer);
        });
      } catch (error) {
        const reason = error instanceof Error ? error.message : 'unknown error';
        return { kind: 'failed', reason: reason.slice(0, KEPT_WORDS), retryAfterMs: null };
      }
    },
  };
}

function outcomeOf(answer: {
  status: number;
  retryAfter: string | null;
  text: string;
}): PushOutcome {
  const { status, retryAfter } = answer;
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const reason = `the push service answered ${status}: ${answer.text.slice(0, KEPT_WORDS)}`;
  if (status === 429 || status >= 500)
    return { kind: 'failed', reason, retryAfterMs: secondsOf(retryAfter) };
  return { kind: 'refused', reason };
}

/** A date instead of seconds is taken for nothing: the pace of trying again is slow enough. */
function secondsOf(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : null;
}

const TIMEOUT_MS = 10_000;
/** Push services answer with a sentence at most. */
const ANSWER_BYTES_MAX = 2_000;

type PushAnswer = Readonly<{ status: number; retryAfter: string | null; text: string }>;

/**
 * Sends what is sealed to a push service. Redirects are not followed, an answer is read to 2 KB, and all of
 * it is over in 10 s.
 *
 * @param trusted its host is the operator's own choice, and may be on a private network
 * @throws Error when there is no answer
 */
function postSealed(
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
