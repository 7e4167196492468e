import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';
import { localeOfRequest } from '../../../http/spoken.ts';
import type { Origin } from '../sessions/open-session.ts';
import { browserHashOf } from './known-browsers.ts';

const UNKNOWN = 'Unknown browser';
/** Real ones are far shorter; parsing is not done on whatever a client sends. */
const USER_AGENT_MAX = 512;

/** Where a request comes from, as its user will recognise it: 'Firefox on Linux'. */
export function originOf(request: FastifyRequest): Origin {
  return {
    address: request.ip,
    browser: browserName(request.headers['user-agent']),
    browserHash: browserHashOf(request),
    locale: localeOfRequest(request),
  };
}

function browserName(userAgent: string | undefined): string {
  if (!userAgent) return UNKNOWN;
  const { browser, os } = Bowser.parse(userAgent.slice(0, USER_AGENT_MAX));
  return [browser.name, os.name].filter(Boolean).join(' on ') || UNKNOWN;
}
