import type { Locale } from '@quorate/contract/locales';
import type { SessionId, UserId } from '@quorate/values/ids';
import type { FastifyRequest } from 'fastify';

export type SignedInUser = Readonly<{
  id: UserId;
  username: string;
  email: string;
  role: 'user' | 'admin';
  locale: Locale;
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
  /** The same, of a proof with a second factor. */
  factorUntil: Date | null;
}>;

declare module 'fastify' {
  interface FastifyRequest {
    signedIn?: SignedInUser | undefined;
  }
}

/** What is known of the sessions that requests come with. */
export type Sessions = Readonly<{
  /**
   * Looks a bearer token up; null when it is unknown, ended or expired.
   *
   * @param address where the request came from; noted beside the session
   * @param options.again in the database, also where it was looked up a moment ago
   */
  find(token: string, address: string, options: { fresh: boolean }): Promise<SignedInUser | null>;
  /**
   * Looks again at the next request: something of these sessions may have changed.
   *
   * @param userId null: everybody's
   */
  forget(userId: string | null): void;
}>;

export type Identify = Readonly<{
  /** Who sent a request; null without a live session. */
  caller(request: FastifyRequest, options: { fresh: boolean }): Promise<SignedInUser | null>;
  forget: Sessions['forget'];
}>;

export function createIdentify({ find, forget }: Sessions): Identify {
  return {
    async caller(request, options) {
      const token = bearerToken(request.headers.authorization);
      return token === null ? null : find(token, request.ip, options);
    },
    forget,
  };
}

function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(header ?? '')?.[1] ?? null;
}
