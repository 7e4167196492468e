import { t } from '@lingui/core/macro';

const ANALYSTS: Readonly<Record<string, string>> = {
  trend: t`Trend analyst`,
  breakout: t`Breakout analyst`,
  'mean-reversion': t`Mean reversion`,
};

/** The name people read; a configured model's own name stands as it is. */
export function analystName(analyst: string): string {
  return ANALYSTS[analyst] ?? analyst;
}
