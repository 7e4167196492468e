import { OWN_SUFFIXES } from '@quorate/contract/hosted-terms';
import { type RawBuilder, sql } from 'kysely';

const PATTERNS = OWN_SUFFIXES.map((suffix) => `%${suffix}`);

/** As `isOwnMarket` has it, in SQL: the symbol is of no market of the service's own. */
export function ofOthersMarket(symbol: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${symbol} not like all(${PATTERNS}::text[])`;
}
