import type { SessionId, UserId } from '@quorate/values/ids';
import type { FastifyRequest } from 'fastify';

export type SignedInUser = Readonly<{
  id: UserId;
  username: string;
  email: string;
  role: 'user' | 'admin';
  /** The session this request came with. */
  session: SessionOfRequest;
}>;

export type SessionOfRequest = Readonly<{
  id: SessionId;
  /** SHA-256 of the bearer token. */
  tokenHash: string;
  /** A bot or desktop app may not change the account. */
  kind: 'browser' | 'bot' | 'desktop';
  /** Until when it counts as confirmed; null when it has to be confirmed again. */
  confirmedUntil: Date | null;
}>;

declare module 'fastify' {
  interface FastifyRequest {
    signedIn?: SignedInUser | undefined;
  }
}

/** Who sent a request; null without a live session. */
export type Identify = (request: FastifyRequest) => Promise<SignedInUser | null>;

/**
 * Looks a bearer token up; null when it is unknown, ended or expired.
 *
 * @param address where the request came from; noted beside the session
 */
export type FindSession = (token: string, address: string) => Promise<SignedInUser | null>;

export function createIdentify(findSession: FindSession): Identify {
  return async (request) => {
    const token = bearerToken(request.headers.authorization);
    return token === null ? null : findSession(token, request.ip);
  };
}

function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(header ?? '')?.[1] ?? null;
}
