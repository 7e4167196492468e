import { createHash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '@quorate/trading/market/canonical-json';

/** All that decides what a run does. The same identity is the same run, wherever its files lie. */
export type RunIdentity = Readonly<{
  userId: string;
  markets: readonly Readonly<{
    symbol: string;
    timeframe: string;
    /** Hash of the file's content. */
    candles: string;
    zone: string;
  }>[];
  /** Settings that change what is traded. */
  settings: { readonly [name: string]: JsonValue };
}>;

/** Raised when the bot begins to trade otherwise on the same input, so that old journals are not gone on with. */
const BEHAVIOUR = 2;

/** @returns SHA-256 in hex */
export function runIdOf(identity: RunIdentity): string {
  return createHash('sha256')
    .update(canonicalJson({ behaviour: BEHAVIOUR, ...identity }))
    .digest('hex');
}

/** The paper account of a run on the wire: short enough to be read, stable for as long as the run is. */
export function paperLoginOf(runId: string): string {
  return `P${runId.slice(0, 12).toUpperCase()}`;
}
