import type { Brand } from '@quorate/contract/brand';
import type { Limits } from '../../../config/limits.ts';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';

export type Handle = Readonly<{ db: Db; clock: Clock }>;

/** Somebody to write to. */
export type Owner = Readonly<{ username: string; email: string }>;

export type UsersDeps = Handle &
  Readonly<{
    brand: Brand;
    limits: Pick<Limits, 'freeTokensPerDay'>;
    /** Origin that links in mails begin with. */
    publicUrl: string;
  }>;
