import { t } from '@lingui/core/macro';
import { isUnlimitedTokens } from '@quorate/contract/plans';
import { formatCount } from './format.ts';

/**
 * A number of tokens where the page is short. Cut, not rounded: it never claims more than there is.
 *
 * @example shortTokens(299_940) // '299.9K'
 */
export function shortTokens(tokens: number): string {
  if (tokens >= 1_000_000) return `${cut(tokens, 1_000_000)}M`;
  if (tokens >= 1_000) return `${cut(tokens, 1_000)}K`;
  return formatCount(tokens);
}

/**
 * A limit of tokens: -1 and 40 million or more mean unlimited.
 *
 * @example formatTokens(3_000_000) // '3M'
 */
export function formatTokens(limit: number): string {
  return isUnlimitedTokens(limit) ? t`Unlimited` : shortTokens(limit);
}

/** A short number of tokens; the exact one is in its title. */
export function TokenFigure({ tokens }: { tokens: number }) {
  return (
    <span className="figures text-small" title={t`${formatCount(tokens)} tokens`}>
      {shortTokens(tokens)}
    </span>
  );
}

function cut(tokens: number, unit: number): number {
  return Math.floor((tokens / unit) * 10) / 10;
}
