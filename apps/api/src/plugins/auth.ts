import type { UserId } from '@quorate/values/ids';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

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

export type Authenticate = (request: FastifyRequest) => Promise<SignedInUser>;

/** Looks a bearer token up; null when it is unknown, ended or expired. */
export type FindSession = (token: string) => Promise<SignedInUser | null>;

/** @throws AppError unauthorized without a live session */
export function createAuthenticate(findSession: FindSession): Authenticate {
  return async (request) => {
    const token = bearerToken(request.headers.authorization);
    const user = token === null ? null : await findSession(token);
    if (!user) throw new AppError('unauthorized');
    return user;
  };
}

function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(header ?? '')?.[1] ?? null;
}
