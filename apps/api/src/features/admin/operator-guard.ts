import { msg } from '@lingui/core/runtime-macro';
import type { Endpoint } from '@quorate/contract/endpoint';
import { MINUTE_MS } from '@quorate/values/instant';
import type { FastifyRequest } from 'fastify';
import type { Limits } from '../../config/limits.ts';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import type { SignedInUser } from '../../http/auth.ts';
import type { OperatorGuard } from '../../http/endpoint.ts';
import { countAgainst, countWithin } from '../../http/rate-limit.ts';
import type { Clock } from '../../process/clock.ts';
import { noteAction, operatorOf } from './audit/note-action.ts';

type GuardDeps = Readonly<{
  db: Db;
  clock: Clock;
  limits: Limits;
  /** Whether an account has an authenticator app that is on, or a passkey. */
  hasFactor: (db: Db, userId: string) => Promise<boolean>;
}>;

type Call = Readonly<{ endpoint: Endpoint; user: SignedInUser; request: FastifyRequest }>;

/** Refusals of one operator in a minute that the audit log takes: it is never emptied. */
const REFUSALS_NOTED = 20;

/** What the parts of an address name. */
const SUBJECTS: readonly [param: string, kind: string][] = [
  ['user_id', 'user'],
  ['transaction_id', 'payment'],
  ['event_id', 'webhook'],
  ['review_id', 'review'],
  ['message_id', 'message'],
  ['version', 'release'],
  ['runner_id', 'runner'],
];

/** What every call that changes something in the back office has to pass, so that none can forget it. */
export function createOperatorGuard({ db, clock, limits, hasFactor }: GuardDeps): OperatorGuard {
  const limit = {
    what: 'operator-act',
    limit: limits.operatorActs,
    windowMs: MINUTE_MS,
    words: msg`${{ limit: limits.operatorActs }} changes a minute by one operator`,
  };

  async function noteRefusal({ endpoint, user, request }: Call, code: string): Promise<void> {
    const noted = { what: 'operator-refusal', limit: REFUSALS_NOTED, windowMs: MINUTE_MS };
    if (!(await countWithin({ db, clock }, noted, user.id))) return;
    await noteAction(db, clock, operatorOf({ user, request }), {
      action: 'act_refused',
      subject: subjectOf(endpoint, request),
      details: { call: `${endpoint.method} ${endpoint.path}`, code },
    });
  }

  async function notingRefusals<T>(call: Call, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && isRefusal(error)) await noteRefusal(call, error.code);
      throw error;
    }
  }

  return {
    async expectProof(call) {
      const { endpoint, user } = call;
      const { confirmedUntil, factorUntil } = user.session;
      if (confirmedUntil !== null && factorUntil !== null) return;
      const isAct = endpoint.auth === 'admin';
      const judge = async () => {
        if (confirmedUntil === null || (await hasFactor(db, user.id)))
          throw new AppError('confirmation_needed');
        if (isAct) throw new AppError('second_factor_missing');
      };
      await (isAct ? notingRefusals(call, judge) : judge());
    },
    act: (call, work) =>
      notingRefusals(call, async () => {
        await countAgainst({ db, clock }, limit, call.user.id);
        const { user_id: userId } = call.request.params as { user_id?: string };
        if (userId === call.user.id) throw new AppError('own_account');
        return work();
      }),
  };
}

/** A form that was filled in wrongly has asked for nothing yet, and what failed on our side was not refused. */
function isRefusal({ code, status }: AppError): boolean {
  return status < 500 && code !== 'validation_failed';
}

/** Only ids that the contract takes as such: the log outlives accounts, and anything can be typed. */
function subjectOf({ params, path }: Endpoint, request: FastifyRequest) {
  const given = params?.safeParse(request.params);
  const ids: Record<string, unknown> = given?.success ? given.data : {};
  for (const [param, kind] of SUBJECTS) {
    const id = ids[param];
    if (typeof id === 'string') return { kind, id };
  }
  return { kind: 'call', id: path };
}
