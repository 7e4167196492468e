import { plural, t } from '@lingui/core/macro';
import type { VoteReply } from '@quorate/contract/decisions';
import { conviction, leanWords } from '@quorate/ui/decision-words';
import { formatCount, formatMoney, formatNumber, formatShare } from '@quorate/ui/format';

/** What reading the others did to a vote; null for a vote that was given in one round. */
export function roundWords({
  abstained,
  first,
  action,
  p_up: up,
  round,
}: VoteReply): string | null {
  if (abstained || first === null || round === 1) return null;
  const before = `${first.action} ${formatShare(conviction(first.p_up))}`;
  if (first.action !== action) return t`Changed from ${before} after reading the others.`;
  const now = `${action} ${formatShare(conviction(up))}`;
  if (now === before) return t`Kept its vote after reading the others.`;
  return t`Stayed with ${action} after reading the others; it said ${before} before.`;
}

/** For what a vote stood in the pool; null where it went in as it was said. */
export function pooledWords({ action, p_up: said, p_pooled: pooled }: VoteReply): string | null {
  if (pooled === null || leanWords(said) === leanWords(pooled)) return null;
  // Who asks for no direction stands for none, whatever chance it names.
  if (action === 'HOLD' && pooled === 0.5) return null;
  return t`Counted as ${leanWords(pooled)} by its record; it said ${leanWords(said)}.`;
}

/** Why a vote counted for the other direction; null for one that counted as it was given. */
export function turnedWords({ turned }: Pick<VoteReply, 'turned'>): string | null {
  return turned ? t`Used the other way round: it has been wrong more often than right.` : null;
}

/** A vote in the direction in which it counted. */
export function asUsed(vote: VoteReply): VoteReply {
  const { action, turned } = vote;
  if (!turned || action === 'HOLD') return vote;
  return { ...vote, action: action === 'BUY' ? 'SELL' : 'BUY' };
}

const SMALL_COST = { style: 'currency', currency: 'USD', maximumSignificantDigits: 2 } as const;

type Spent = { tokens: number; cost_usd: number; latency_ms: number | null };

/** Tokens, cost where there was any, and time. @example '812 tokens, $0.0021, 1.2 s' */
export function spentWords({ tokens, cost_usd: dollars, latency_ms: time }: Spent): string {
  const parts = [plural(tokens, { one: '# token', other: '# tokens' })];
  if (dollars > 0) parts.push(costWords(dollars));
  if (time !== null) parts.push(timeWords(time));
  return parts.join(', ');
}

/** Small amounts keep the digits that say something. @example costWords(0.00214) // '$0.0021' */
function costWords(dollars: number): string {
  if (dollars >= 0.01) return formatMoney(dollars, 'USD');
  return dollars < 0.000_001 ? t`less than $0.000001` : formatNumber(dollars, SMALL_COST);
}

/** @example timeWords(1_240) // '1.2 s' */
function timeWords(ms: number): string {
  if (ms < 1_000) return t`${formatCount(ms)} ms`;
  return `${(ms / 1_000).toFixed(1)} s`;
}
