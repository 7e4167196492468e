import type { OutcomeInput } from '@quorate/contract/decision-outcomes';
import type { ColumnType } from 'kysely';
import type { Json, Moment } from './column-types.ts';

/** jsonb that may be missing. */
type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>;

/** What became of a decision, as its bot told it last. */
export type DecisionOutcomesTable = {
  user_id: string;
  decision_id: string;
  revision: number;
  verdict: OutcomeInput['verdict'];
  checks: Json<OutcomeInput['checks']>;
  asked: JsonOrNull<OutcomeInput['order']>;
  fill: JsonOrNull<OutcomeInput['fill']>;
  refusal: JsonOrNull<OutcomeInput['refusal']>;
  shadow: JsonOrNull<OutcomeInput['shadow']>;
  digits: number;
  /** Whole points; the times are seconds since 1970. */
  bars: Json<OutcomeInput['bars']>;
  reported_at: Moment;
};
