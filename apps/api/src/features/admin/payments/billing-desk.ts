import type { ProviderTaskKind } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/tables.ts';
import type { BillRow } from './payments.queries.ts';

type Task = Readonly<{ kind: ProviderTaskKind; subject: string }>;

type AdjustmentRow = Readonly<{
  id: string;
  transaction_id: string;
  action: string;
  status: string;
  amount: number;
  currency: string;
  provider_updated_at: Date;
}>;

/** What billing does for operators. */
export type BillingDesk = Readonly<{
  majorUnits(minor: number, currency: string): number;
  moneyInWords(minor: number, currency: string): string;
  findBill(db: Db, id: string): Promise<BillRow | undefined>;
  findAdjustment(db: Db, id: string): Promise<AdjustmentRow | undefined>;
  findAdjustments(db: Db, transactionId: string): Promise<AdjustmentRow[]>;
  outlookOf(
    db: Db,
    bill: BillRow,
  ): Promise<
    Readonly<{
      state: 'none' | 'asked' | 'pending' | 'approved' | 'rejected';
      impossible: string | null;
      endsPlan: boolean;
      lastError: string | null;
    }>
  >;
  /** News of the same bill wait until the caller's transaction ends. */
  takeTurn(tx: Db, bill: { id: string; subscription_id: string | null }): Promise<void>;
  /** Noted in the caller's transaction, done by a job if and only if that is saved. */
  queue(tx: Db, task: Task & { reason?: string }): Promise<void>;
  /** @returns whether the task was there */
  hasten(tx: Db, task: Task): Promise<boolean>;
  /** @returns `waiting` when it goes on by itself */
  tryNow(task: Task): Promise<'done' | 'waiting'>;
  askReconcile(tx: Db): Promise<void>;
  reconcileState(db: Db): Promise<{ until: Date | null; waiting: boolean }>;
  /** @throws AppError billing_off where nothing is sold */
  expectSelling(): void;
}>;
