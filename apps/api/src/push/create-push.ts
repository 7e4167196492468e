import { createECDH, hkdfSync } from 'node:crypto';
import { lookup as lookupHost } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';
import webPush from 'web-push';
import { observedCall } from '../process/telemetry/provider-calls.ts';
import type { Push, PushMessage, PushOutcome, PushTarget } from './push.ts';

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

/**
 * Where browsers have their push services. An address comes from a browser, so from whoever likes: nothing
 * is ever sent to any other host.
 */
const KNOWN_HOSTS: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /^(updates|[\w-]+\.updates)\.push\.services\.mozilla\.com$/,
  /^([\w-]+\.)?web\.push\.apple\.com$/,
  /^[\w-]+\.notify\.windows\.com$/,
];

/**
 * @param origins further ones that the operator trusts, as `https://push.example.com`; those of `http:` and
 * with a port are for tests
 * @example isPushAddress('https://fcm.googleapis.com/fcm/send/abc', []) // true
 */
export function isPushAddress(endpoint: string, origins: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, origin, port, username, password, hash } = new URL(endpoint);
  if (username !== '' || password !== '' || hash !== '') return false;
  if (origins.includes(origin)) return true;
  return protocol === 'https:' && port === '' && KNOWN_HOSTS.some((host) => host.test(hostname));
}

/** Names the service to push services (RFC 8292); both halves in base64url. */
type VapidKeys = Readonly<{ publicKey: string; privateKey: string }>;

/** Keys for two purposes are two keys; this names the purpose. */
const PURPOSE = 'quorate web push v1';

/** The order of P-256 (SEC 2, section 2.4.2). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const SCALAR_BYTES = 32;
/** 128 bits more than the order has: what the remainder favours is then beyond finding (FIPS 186-5, A.2.1). */
const SEED_BYTES = 48;

/** @param secretKey the service's: every copy has the same keys, so that browsers know all of them */
export function createVapidKeys(secretKey: Uint8Array): VapidKeys {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', PURPOSE, SEED_BYTES));
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(SCALAR_BYTES * 2, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  return {
    publicKey: pair.getPublicKey().toString('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}

/** Networks that no push service is in: this machine, private networks, and what is no single host. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv6');

/** IPv4 addresses that are written as IPv6 (`::ffff:10.0.0.1`) count as what they are. */
export function isPublicAddress(address: string): boolean {
  return !PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * Looks a host up and refuses it where any of its addresses is private: a name that leads inside is taken
 * for no service at all. The connection is made to what was looked at, so that no second answer counts.
 */
export const lookUpPublic: LookupFunction = (host, options, done) => {
  lookupHost(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '');
    const inside = found.find(({ address }) => !isPublicAddress(address));
    const [first] = found;
    if (inside || !first)
      return done(new Error(`${host} leads to ${inside?.address ?? 'nothing'}`), '');
    if (options.all) return done(null, found);
    return done(null, first.address, first.family);
  });
};
