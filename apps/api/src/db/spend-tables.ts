import type { Moment } from './column-types.ts';

/** What all votes of a model cost on a UTC day. */
export type ModelDaysTable = {
  /** 2025-01-02. */
  day: string;
  provider: string;
  model: string;
  votes: number;
  input_tokens: number;
  output_tokens: number;
  cost_micro_usd: number;
};

/** What a user's decisions cost on a UTC day. */
export type UserSpendDaysTable = {
  user_id: string;
  day: string;
  decisions: number;
  tokens: number;
  cost_micro_usd: number;
};

/** How far the two tables above have come. */
export type SpendProgressTable = { one: boolean; summed_until: Moment };
