import { isUnlimitedTokens } from '@quorate/contract/plans';
import type { Usage } from '@quorate/contract/usage';

export type UsageLevel = 'normal' | 'high' | 'critical';

/** How full the token bar is. */
export type TokenUsage =
  | { unlimited: true; used: number }
  | {
      unlimited: false;
      used: number;
      limit: number;
      remaining: number;
      percent: number;
      level: UsageLevel;
    };

/**
 * Reads the usage for the bar: green up to 70 percent, yellow over 70, red over 90.
 *
 * @param isUnlimited what the plan says besides a limit of -1, or of 40 million and above
 */
export function tokenUsage(usage: Usage, isUnlimited: boolean): TokenUsage {
  const { token_limit: limit, tokens_used: used } = usage;
  if (isUnlimited || isUnlimitedTokens(limit)) return { unlimited: true, used };
  const percent = limit > 0 ? (used / limit) * 100 : 100;
  return {
    unlimited: false,
    used,
    limit,
    remaining: Math.max(0, limit - used),
    percent,
    level: percent > 90 ? 'critical' : percent > 70 ? 'high' : 'normal',
  };
}
