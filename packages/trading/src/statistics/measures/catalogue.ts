import { CONSISTENCY_MEASURES } from './consistency.ts';
import { COSTS_MEASURES } from './costs.ts';
import type { MeasureText } from './measure.ts';
import { RESULT_MEASURES } from './result.ts';
import { RISK_MEASURES } from './risk.ts';
import { TIME_MEASURES } from './time.ts';

const ALL = [
  ...RESULT_MEASURES,
  ...RISK_MEASURES,
  ...CONSISTENCY_MEASURES,
  ...TIME_MEASURES,
  ...COSTS_MEASURES,
] as const;

export type MeasureKey = (typeof ALL)[number]['key'];

/** Every measure beside the headline figures, in the order in which they are shown. */
export const MEASURES: readonly (MeasureText & { readonly key: MeasureKey })[] = ALL;
