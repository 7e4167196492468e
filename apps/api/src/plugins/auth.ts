import type { UserId } from '@quorate/values/ids';
import type { FastifyRequest } from 'fastify';

export type SignedInUser = Readonly<{
  id: UserId;
  username: string;
  email: string;
  role: 'user' | 'admin';
  planName: 'Free' | 'Starter' | 'Pro' | 'Elite';
  /** Day of sign-up: where a Free plan's billing cycles begin. */
  createdAt: Date;
  /** Hash of the token this request came with. */
  tokenHash: string;
}>;

declare module 'fastify' {
  interface FastifyRequest {
    signedIn?: SignedInUser | undefined;
  }
}

/** Who sent a request; null without a live session. */
export type Identify = (request: FastifyRequest) => Promise<SignedInUser | null>;

/** Looks a bearer token up; null when it is unknown, ended or expired. */
export type FindSession = (token: string) => Promise<SignedInUser | null>;

export function createIdentify(findSession: FindSession): Identify {
  return async (request) => {
    const token = bearerToken(request.headers.authorization);
    return token === null ? null : findSession(token);
  };
}

function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(header ?? '')?.[1] ?? null;
}
