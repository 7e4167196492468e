import { denied } from './refusal.ts';
import type { StandingRule } from './risk-context.ts';
import { passed } from './risk-context.ts';

/** One position of a symbol at a time: its exposure is what one stop limits. */
export const onePositionPerSymbol: StandingRule = ({ positions, instrument }) => {
  const open = positions.filter((position) => position.symbol === instrument.symbol).length;
  if (open === 0) return passed('open_positions', 0, 1);
  return denied(
    'position_open',
    1,
    open,
    `${instrument.symbol} is held already: positions open ${open}, at most 1.`,
  );
};
