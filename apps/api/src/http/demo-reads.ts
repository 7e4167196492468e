import { DEMO_READS } from '@quorate/contract/demo';
import { DEMO_TOKEN, DEMO_USER_ID } from '@quorate/contract/demo-account';
import type { Endpoint } from '@quorate/contract/endpoint';
import { USUAL_LOCALE } from '@quorate/contract/locales';
import { idOf, type SessionId, type UserId } from '@quorate/values/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';
import type { SignedInUser } from './auth.ts';
import type { CallLimit } from './call-limit.ts';
import { addressRange } from './client-address.ts';
import { localeOfRequest, noteLanguage } from './spoken.ts';

/** Watchers share an answer for so long, and browsers and proxies may keep it as long. */
const KEPT_S = 15;
/** Addresses are counted with their queries: beyond so many the oldest go. */
const MOST_KEPT = 500;

/** Nobody's session: it confirms nothing and belongs to no browser. */
const WATCHER: SignedInUser = {
  id: idOf<UserId>(DEMO_USER_ID),
  username: 'Live demo',
  email: '',
  role: 'user',
  locale: USUAL_LOCALE,
  session: {
    id: idOf<SessionId>(DEMO_USER_ID),
    tokenHash: '',
    kind: 'browser',
    confirmedUntil: null,
    factorUntil: null,
  },
};

export type DemoReads = Readonly<{
  /** Who watches; null for any other call. @throws AppError demo_read_only for a call that is not among the demo's reads */
  watcher(endpoint: Endpoint, request: FastifyRequest): SignedInUser | null;
  isWatcher(user: SignedInUser | undefined): boolean;
  /** The answer as JSON text, asked for once however many want it at that moment. @throws AppError rate_limited, and what `ask` throws */
  answer(
    request: FastifyRequest,
    reply: FastifyReply,
    ask: () => Promise<unknown>,
  ): Promise<string>;
}>;

type Kept = Readonly<{ until: number; text: Promise<string> }>;

/** How everybody reads the demo's dashboard, and that nobody does more. Each copy of the service keeps its own answers. */
export function createDemoReads(limit: CallLimit): DemoReads {
  const kept = new Map<string, Kept>();

  function read(request: FastifyRequest, ask: () => Promise<unknown>): Promise<string> {
    const url = `${localeOfRequest(request)} ${request.url}`;
    // By the computer's own time, which cannot be set.
    const now = performance.now();
    const known = kept.get(url);
    if (known && now < known.until) return known.text;
    limit.count(addressRange(request.ip), 'demo reads');
    const entry = { until: now + KEPT_S * 1_000, text: ask().then((it) => JSON.stringify(it)) };
    kept.delete(url);
    kept.set(url, entry);
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
    }
    // A refusal is for whoever asked at that moment, not for those who come after.
    entry.text.catch(() => {
      if (kept.get(url) === entry) kept.delete(url);
    });
    return entry.text;
  }

  return {
    watcher(endpoint, { headers }) {
      if (!isDemoToken(headers.authorization)) return null;
      if (!DEMO_READS.has(endpoint)) throw new AppError('demo_read_only');
      return WATCHER;
    },
    isWatcher: (user) => user === WATCHER,
    async answer(request, reply, ask) {
      const text = await read(request, ask);
      // The same address answers others with what is theirs.
      reply
        .header('cache-control', `public, max-age=${KEPT_S}`)
        .header('vary', 'authorization')
        .type('application/json; charset=utf-8');
      // Whoever asked first may have been the only one for whom it was composed.
      noteLanguage(reply, localeOfRequest(request));
      return text;
    },
  };
}

function isDemoToken(header: string | undefined): boolean {
  return /^Bearer (\S+)$/i.exec(header ?? '')?.[1] === DEMO_TOKEN;
}
