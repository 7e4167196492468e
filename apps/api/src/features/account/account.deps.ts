import type { Brand } from '@quorate/contract/brand';
import type { Limits } from '../../config/limits.ts';
import type { Sealing } from '../../db/sealing.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';
import type { Providers } from './providers/create-providers.ts';

export type AccountDeps = Readonly<{
  db: Db;
  clock: Clock;
  brand: Brand;
  /** Origin that links in mails begin with. */
  publicUrl: string;
  limits: Limits;
  /** Who else signs people in. */
  providers: Providers;
  /** Keeps secrets that have to be read again. */
  sealing: Sealing;
}>;
