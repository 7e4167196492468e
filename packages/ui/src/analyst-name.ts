const ANALYSTS: Readonly<Record<string, string>> = {
  trend: 'Trend analyst',
  breakout: 'Breakout analyst',
  'mean-reversion': 'Mean reversion',
};

/** The name people read; a configured model's own name stands as it is. */
export function analystName(analyst: string): string {
  return ANALYSTS[analyst] ?? analyst;
}
