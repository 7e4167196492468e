/** What stands for a voter's markets that too few accounts have: they are one row. */
export const OTHER_SYMBOLS = 'other';

export const BOARD_SORTS = [
  'rank',
  'outcomes',
  'accuracy',
  'brier',
  'log_loss',
  'skill',
  'cost',
  'latency',
] as const;
export type BoardSort = (typeof BOARD_SORTS)[number];
