import type { Brand } from '@quorate/contract/brand';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';

export type AccountDeps = Readonly<{
  db: Db;
  clock: Clock;
  brand: Brand;
  /** Origin that links in mails begin with. */
  publicUrl: string;
}>;
