import type { Measurement } from '../benchmark.ts';
import type { Audit } from './audit.ts';

export type Compared = { path: string; page: Audit; twin: Audit };

export const LARGEST_PAINT_RATIO_MAX = 1.3;
const LAYOUT_SHIFT_MAX = 0.01;

export function largestPaintRatio({ page, twin }: Compared): number {
  return page.largestPaintMs / twin.largestPaintMs;
}

/**
 * Every bar that a page misses, a sentence each. Performance stands in the table, beside the twin's: it says as much
 * of the machine at that moment as of the page.
 */
export function missedBars(compared: Compared): string[] {
  const { path, page } = compared;
  const { performance: _, ...others } = page.scores;
  const missed: string[] = [];
  for (const [category, score] of Object.entries(others)) {
    if (score < 100) missed.push(`${path}: ${category} ${score}`);
  }
  const ratio = largestPaintRatio(compared);
  // A figure that is no number misses its bar, too.
  if (!(ratio <= LARGEST_PAINT_RATIO_MAX))
    missed.push(`${path}: largest paint ${ratio.toFixed(2)}`);
  if (!(page.layoutShift <= LAYOUT_SHIFT_MAX)) {
    missed.push(`${path}: layout shift ${page.layoutShift.toFixed(3)}`);
  }
  return missed;
}

/** The figures of each page, for the docs. */
export function pagesTable(pages: readonly Compared[]): NonNullable<Measurement['table']> {
  return {
    head: [
      'Page',
      'Performance',
      'of its twin',
      'Accessibility',
      'Best practices',
      'SEO',
      'Largest paint, s',
      'of its twin, s',
      'Ratio',
      'Blocked, ms',
      'Layout shift',
    ],
    rows: pages.map((compared) => {
      const { path, page, twin } = compared;
      const { scores } = page;
      return [
        `\`${path}\``,
        `${scores.performance}`,
        `${twin.scores.performance}`,
        `${scores.accessibility}`,
        `${scores['best-practices']}`,
        `${scores.seo}`,
        seconds(page.largestPaintMs),
        seconds(twin.largestPaintMs),
        largestPaintRatio(compared).toFixed(2),
        `${Math.round(page.blockingMs)}`,
        page.layoutShift.toFixed(3),
      ];
    }),
  };
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(2);
}
