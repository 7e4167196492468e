import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { majorUnits, moneyInWords } from '../money-words.ts';
import { queueTask } from '../provider-tasks.ts';
import {
  findAdjustment,
  findAdjustments,
  findTransaction,
  takeTurns,
} from '../record/record.queries.ts';
import { tryTask } from '../record/run-tasks.ts';
import { hastenTask, type TaskKey } from '../record/task.queries.ts';
import { askReconcile, reconcileState } from './reconcile-request.ts';
import { refundOutlook } from './refund-outlook.ts';

/**
 * What operators do with payments. Each act is noted as a task in the caller's transaction and then tried at
 * once, so that an operator's act goes the same way as everything else that the provider is asked or told.
 */
export function createBillingDesk(deps: BillingDeps) {
  const { clock, provider } = deps;
  return {
    majorUnits,
    moneyInWords,
    findBill: findTransaction,
    findAdjustment,
    findAdjustments,
    reconcileState,
    outlookOf: (db: Db, bill: Parameters<typeof refundOutlook>[2]) => refundOutlook(deps, db, bill),
    /** News of the same bill wait until the caller's transaction ends. */
    takeTurn: (tx: Db, bill: { id: string; subscription_id: string | null }) =>
      takeTurns(tx, [bill.subscription_id, bill.id]),
    queue: (tx: Db, task: TaskKey & { reason?: string }) => queueTask(tx, clock, task),
    hasten: (tx: Db, task: TaskKey) => hastenTask(tx, task, new Date(clock.now())),
    askReconcile: (tx: Db) => askReconcile(tx, clock),
    /** @throws AppError billing_off where nothing is sold */
    expectSelling: () => {
      if (!provider) throw new AppError('billing_off');
    },
    /** @returns `waiting` when it goes on by itself */
    tryNow: async (task: TaskKey): Promise<'done' | 'waiting'> =>
      provider ? tryTask({ ...deps, provider }, task) : 'waiting',
  };
}
