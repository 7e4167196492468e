import { denied } from './refusal.ts';
import type { StandingRule } from './risk-context.ts';
import { passed } from './risk-context.ts';

/** One position of a symbol at a time: its exposure is what one stop limits. */
export const onePositionPerSymbol: StandingRule = ({ positions, instrument }) => {
  let open = 0;
  for (const { symbol } of positions) if (symbol === instrument.symbol) open += 1;
  if (open === 0) return NONE_OPEN;
  return denied(
    'position_open',
    1,
    open,
    `${instrument.symbol} is held already: positions open ${open}, at most 1.`,
  );
};

/** Made once: asked of every bar that is worth a question. */
const NONE_OPEN = passed('open_positions', 0, 1);
