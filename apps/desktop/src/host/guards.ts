import type { FastifyReply, FastifyRequest } from 'fastify';
import { LocalFault } from '../local-fault.ts';
import { isSameSecret } from './secrets.ts';

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * For every answer: the headers of a page that trusts itself alone, and no answer at all to a name that
 * was made to point at this computer (DNS rebinding).
 *
 * @param host known once the server listens
 */
export function guardEverything(host: () => string): Hook {
  return async (request, reply) => {
    reply.headers(HEADERS);
    if (request.headers.host !== host()) throw refused('This address is not the one of the app.');
    const site = request.headers['sec-fetch-site'];
    if (site === undefined || site === 'same-origin' || site === 'none') return;
    // The window comes from a private file, which browsers count as another site.
    const { 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = request.headers;
    if (request.method === 'GET' && mode === 'navigate' && dest === 'document') return;
    throw refused('Another page asked for this.');
  };
}

/** For calls: only a page of this app's own address may make them, or a program. */
export function guardCalls(host: () => string): Hook {
  return async ({ headers }) => {
    const { origin, 'sec-fetch-site': site } = headers;
    if (origin !== undefined && origin !== `http://${host()}`)
      throw refused('Another page asked for this.');
    if (site !== undefined && site !== 'same-origin') throw refused('Another page asked for this.');
  };
}

/** For everything that tells or does something: the secret of this launch. */
export function guardSecret(secret: string): Hook {
  return async ({ headers }) => {
    const given = /^Bearer (\S{1,200})$/.exec(headers.authorization ?? '')?.[1];
    if (given === undefined || !isSameSecret(given, secret))
      throw refused('This window belongs to an earlier start of the app. Open it anew.');
  };
}

function refused(message: string): LocalFault {
  return new LocalFault('forbidden', message);
}
