import { OWN_SUFFIXES } from '@quorate/contract/hosted-terms';
import { type RawBuilder, sql } from 'kysely';

const PATTERNS = OWN_SUFFIXES.map((suffix) => `%${suffix}`);

/** As `marketName` of the agreement has it, in SQL: a pair without its broker's suffix. */
export function marketOf(symbol: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(case when ${symbol} ~ '^[A-Za-z]{6}([^A-Za-z0-9]|$)'
    then upper(left(${symbol}, 6)) else ${symbol} end)`;
}

/** As `isOwnMarket` has it, in SQL: the symbol is of no market of the service's own. */
export function ofOthersMarket(symbol: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${symbol} not like all(${PATTERNS}::text[])`;
}
