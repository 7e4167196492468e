import type { Brand } from '@quorate/contract/brand';
import type { Limits } from '../../config/limits.ts';
import type { Sealing } from '../../db/sealing.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';
import type { Payments } from './payments.ts';
import type { PriceBook } from './price-book.ts';

/** The provider as an operator has set it up, or the local one in its place. */
export type Provider = Readonly<{
  environment: 'emulator' | 'sandbox' | 'production';
  payments: Payments;
  prices: PriceBook;
  /** Known to every browser. */
  clientToken: string;
  /** Loaded before the provider's loader; null: the loader loads the provider's own. */
  script: string | null;
  /** One, or two while it is being changed. */
  webhookSecrets: readonly string[];
}>;

export type BillingLog = Readonly<{
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}>;

export type BillingDeps = Readonly<{
  db: Db;
  clock: Clock;
  sealing: Sealing;
  brand: Brand;
  publicUrl: string;
  log: BillingLog;
  /** How often something may be asked for. */
  limits: Limits;
  /** null: nothing is sold here. */
  provider: Provider | null;
  /** Whether what a webhook asks for is fetched as soon as it is answered, and not by the job alone. */
  fetchesAtOnce?: boolean;
}>;

/** The same where something is sold. */
export type SellingDeps = Omit<BillingDeps, 'provider'> & Readonly<{ provider: Provider }>;
