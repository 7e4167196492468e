import { denied } from '../refusal.ts';
import { passed, type StandingRule } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  position_open: 'EURUSD is held already: positions open 1, at most 1.',
} as const;

/** One position of a symbol at a time: its exposure is what one stop limits. */
export const rule: StandingRule = {
  kind: 'standing',
  name: 'open_positions',
  label: 'Open positions',
  unit: 'positions',
  sign: '<',
  refusedWhen: 'the symbol is held',
  check({ positions, instrument }) {
    let open = 0;
    for (const { symbol } of positions) if (symbol === instrument.symbol) open += 1;
    if (open === 0) return NONE_OPEN;
    return denied(
      'position_open',
      1,
      open,
      `${instrument.symbol} is held already: positions open ${open}, at most 1.`,
    );
  },
};

/** Made once: asked of every bar that is worth a question. */
const NONE_OPEN = passed('open_positions', 0, 1);
