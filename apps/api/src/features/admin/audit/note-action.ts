import type { OperatorAction } from '@quorate/contract/admin-audit';
import type { OperatorActionId } from '@quorate/values/ids';
import type { FastifyRequest } from 'fastify';
import { newId } from '../../../db/ids.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { SignedInUser } from '../../../http/auth.ts';
import type { Clock } from '../../../process/clock.ts';

/** Who does something in the back office, by which request. */
export type Operator = Readonly<{ id: string; requestId: string; address: string }>;

export type ActionDone = Readonly<{
  action: OperatorAction;
  subject: Readonly<{ kind: string; id: string }>;
  /** Figures and reasons; nothing that names a person, because the log outlives accounts. */
  details?: Readonly<Record<string, unknown>>;
}>;

/**
 * Writes to the audit log what an operator does. Called in the transaction that does it: neither is there
 * without the other.
 *
 * @example await noteAction(tx, clock, operator, { action: 'plan_given', subject: { kind: 'user', id } })
 */
export async function noteAction(
  tx: Db,
  clock: Clock,
  operator: Operator,
  done: ActionDone,
): Promise<void> {
  const row = rowOf(clock, operator, newId<OperatorActionId>(), done);
  await tx.insertInto('operator_actions').values(row).execute();
}

/**
 * Does and notes an act that may be done again and again, where a second call could be the first one sent
 * twice: its caller has numbered it. What was noted before is not done again.
 *
 * @throws AppError action_conflict when the number stands for something else
 */
export async function actOnce(
  { db, clock }: Readonly<{ db: Db; clock: Clock }>,
  operator: Operator,
  { id, ...done }: ActionDone & { id: string },
  work: (tx: Db) => Promise<unknown>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = rowOf(clock, operator, id, done);
    const made = await tx
      .insertInto('operator_actions')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made) {
      await work(tx);
      return;
    }
    const before = await tx
      .selectFrom('operator_actions')
      .select(['operator_id', 'action', 'subject_kind', 'subject_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    const isSame =
      before?.operator_id === operator.id &&
      before.action === row.action &&
      before.subject_kind === row.subject_kind &&
      before.subject_id === row.subject_id;
    if (!isSame) throw new AppError('action_conflict', { details: { action_id: id } });
  });
}

function rowOf(
  clock: Clock,
  operator: Operator,
  id: string,
  { action, subject, details = {} }: ActionDone,
) {
  return {
    id,
    at: new Date(clock.now()),
    operator_id: operator.id,
    action,
    subject_kind: subject.kind,
    subject_id: subject.id,
    details: JSON.stringify(details),
    request_id: operator.requestId,
    address: operator.address,
  };
}

/** Who calls, and by which request. */
export type Caller = Readonly<{ user: SignedInUser; request: FastifyRequest }>;

/** The operator behind a call of the back office. */
export function operatorOf({ user, request }: Caller): Operator {
  return { id: user.id, requestId: request.id, address: request.ip };
}
