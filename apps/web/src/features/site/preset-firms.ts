/** Whose rules are built in; a test holds it to the presets, which are too large for this page. */
export const PRESET_FIRMS = [
  'FTMO',
  'FundedNext',
  'The5ers',
  'FundingPips',
  'Alpha Capital',
  'E8 Markets',
  'Topstep',
] as const;
