import { msg } from '@lingui/core/runtime-macro';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import { findTask, hastenTask, queueTask } from '../../../process/tasks.ts';
import { i18nOf } from '../../../words/i18n.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { majorUnits, moneyInWords } from '../money-words.ts';
import { type ProviderTaskKey, tryProviderTask } from '../record/provider-tasks.ts';
import { dropPositions, findPosition, savePosition } from '../record/reconcile.queries.ts';
import {
  findAdjustment,
  findAdjustments,
  findSubscription,
  findTransaction,
  type StoredAdjustment,
  type StoredTransaction,
  takeTurns,
} from '../record/record.queries.ts';
import { wouldRevoke } from '../record/returns.ts';

/** Of operators. */
const I18N = i18nOf('en');

/**
 * What operators do with payments. Each act is noted as a task in the caller's transaction and then tried at
 * once, so that an operator's act goes the same way as everything else that the provider is asked or told.
 */
export function createBillingDesk(deps: BillingDeps) {
  const { clock, provider } = deps;
  return {
    majorUnits,
    moneyInWords: (minor: number, currency: string) => moneyInWords(I18N, minor, currency),
    findBill: findTransaction,
    findAdjustment,
    findAdjustments,
    reconcileState,
    outlookOf: (db: Db, bill: Parameters<typeof refundOutlook>[2]) => refundOutlook(deps, db, bill),
    /** News of the same bill wait until the caller's transaction ends. */
    takeTurn: (tx: Db, bill: { id: string; subscription_id: string | null }) =>
      takeTurns(tx, [bill.subscription_id, bill.id]),
    queue: (tx: Db, task: ProviderTaskKey, payload: { reason?: string } = {}) =>
      queueTask(tx, clock, { ...task, payload }),
    hasten: (tx: Db, task: ProviderTaskKey) => hastenTask(tx, clock, task),
    /** Has the comparison with the provider's record run at its next turn, on whichever copy comes first. */
    askReconcile: (tx: Db) => savePosition(tx, RECONCILE_ASKED, new Date(clock.now())),
    /** @throws AppError billing_off where nothing is sold */
    expectSelling: () => {
      if (!provider) throw new AppError('billing_off');
    },
    /** @returns `waiting` when it goes on by itself */
    tryNow: async (task: ProviderTaskKey): Promise<'done' | 'waiting'> =>
      provider ? tryProviderTask({ ...deps, provider }, task) : 'waiting',
  };
}

export type BillingDesk = ReturnType<typeof createBillingDesk>;

type RefundOutlook = Readonly<{
  /** `asked`: the provider has not been told, or did not answer. `pending`: it decides. */
  state: 'none' | 'asked' | 'pending' | 'approved' | 'rejected';
  /** Why it cannot be given back; null: it can. */
  impossible: string | null;
  /** Whether its return ends the subscription and puts the user on Free. */
  endsPlan: boolean;
  /** What the provider last said to a refund that waits. */
  lastError: string | null;
}>;

/** How a bill stands with its money: whether it goes back, can go back, and what that does. */
async function refundOutlook(
  { clock, provider }: Pick<BillingDeps, 'clock' | 'provider'>,
  db: Db,
  bill: StoredTransaction,
): Promise<RefundOutlook> {
  const adjustments = await findAdjustments(db, bill.id);
  const task = await findTask(db, { kind: 'refund_transaction', subject: bill.id });
  const subscription =
    bill.subscription_id === null ? undefined : await findSubscription(db, bill.subscription_id);
  const lasts = subscription ? subscription.status !== 'canceled' : bill.granted_at !== null;
  return {
    state: task ? 'asked' : stateOf(bill, adjustments),
    impossible: provider
      ? whyNot(bill, adjustments)
      : I18N.t(msg`nothing is sold here at present.`),
    endsPlan: lasts && (await wouldRevoke({ clock }, db, bill)),
    lastError: task?.last_error ?? null,
  };
}

/** Of several refunds, one that waits or was approved counts more than one that was rejected before. */
function stateOf(
  { amount, returned }: StoredTransaction,
  adjustments: readonly StoredAdjustment[],
): RefundOutlook['state'] {
  const refunds = adjustments.filter(({ action }) => action === 'refund');
  const has = (asked: string) => refunds.some(({ status }) => status === asked);
  if (has('pending_approval')) return 'pending';
  if (has('approved')) return returned >= amount ? 'approved' : 'none';
  return has('rejected') ? 'rejected' : 'none';
}

function whyNot(bill: StoredTransaction, adjustments: readonly StoredAdjustment[]): string | null {
  const { status, amount, returned, currency } = bill;
  if (status !== 'paid' && status !== 'completed')
    return I18N.t(msg`it is ${{ status }}, and no money has been taken with it.`);
  if (amount <= 0) return I18N.t(msg`nothing was charged with it.`);
  if (returned >= amount) return I18N.t(msg`all of it has gone back already.`);
  if (adjustments.some(({ action }) => action.startsWith('chargeback')))
    return I18N.t(
      msg`its buyer asked the bank for it (a chargeback). See to it in the provider’s dashboard.`,
    );
  return returned > 0
    ? I18N.t(
        msg`${{ returned: moneyInWords(I18N, returned, currency) }} of it have gone back already. Give the rest back in the provider’s dashboard.`,
      )
    : null;
}

/** Beside how far the provider's record was read: that an operator wants it read now. */
const RECONCILE_ASKED = 'reconcile_asked';
const RECORD_READ = 'events';

/** @returns whether it was asked for; of several copies that look at once, one hears that */
export function takeReconcileRequest(db: Db): Promise<boolean> {
  return dropPositions(db, [RECONCILE_ASKED]);
}

/** Up to when everything was taken in, and whether somebody waits for more. */
async function reconcileState(db: Db): Promise<{ until: Date | null; waiting: boolean }> {
  const [until, asked] = await Promise.all([
    findPosition(db, RECORD_READ),
    findPosition(db, RECONCILE_ASKED),
  ]);
  return { until: until ?? null, waiting: asked !== undefined };
}
