import lighthouse from 'lighthouse';
import { median } from '../median.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof CATEGORIES)[number];

export type Audit = {
  /** 0 to 100. */
  scores: Readonly<Record<Category, number>>;
  largestPaintMs: number;
  blockingMs: number;
  layoutShift: number;
};

/**
 * Looks at an address as Lighthouse looks at a phone, with its simulated slow network.
 *
 * @param port where the browser is driven
 * @param keepsStorage looks as whoever is signed in there; otherwise as somebody who was never there
 * @throws Error when Lighthouse could not look at the page
 */
export async function audit(url: string, port: number, keepsStorage = false): Promise<Audit> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    disableStorageReset: keepsStorage,
  });
  if (!result) throw new Error(`Lighthouse said nothing of ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`Lighthouse at ${url}: ${lhr.runtimeError.message}`);
  const score = (category: Category) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const figure = (id: string) => {
    const value = lhr.audits[id]?.numericValue;
    if (value === undefined) throw new Error(`Lighthouse measured no ${id} of ${url}`);
    return value;
  };
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    largestPaintMs: figure('largest-contentful-paint'),
    blockingMs: figure('total-blocking-time'),
    layoutShift: figure('cumulative-layout-shift'),
  };
}

/** The median of every figure by itself. */
export function medianAudit(audits: readonly Audit[]): Audit {
  const middle = (figureOf: (one: Audit) => number) => median(audits.map(figureOf));
  return {
    scores: {
      performance: middle(({ scores }) => scores.performance),
      accessibility: middle(({ scores }) => scores.accessibility),
      'best-practices': middle(({ scores }) => scores['best-practices']),
      seo: middle(({ scores }) => scores.seo),
    },
    largestPaintMs: middle(({ largestPaintMs }) => largestPaintMs),
    blockingMs: middle(({ blockingMs }) => blockingMs),
    layoutShift: middle(({ layoutShift }) => layoutShift),
  };
}
