import { isoFromInstant } from '@quorate/values/instant';
import type { RunState } from '../contract/run-state.ts';
import type { BotStatus } from './bot-status.ts';
import type { BotKeeper } from './keeper.ts';

/** What screens show of a bot. @param tradesToday counts those of this trading day */
export function runStateOf(
  keeper: Pick<BotKeeper, 'phase' | 'since' | 'message' | 'status'>,
  tradesToday: (status: BotStatus) => number | null,
): RunState {
  const status = keeper.status();
  const next = status?.next_bars.map(({ at }) => at).toSorted()[0] ?? null;
  return {
    phase: keeper.phase(),
    message: keeper.message(),
    since: isoFromInstant(keeper.since()),
    halted: status?.halted ?? false,
    flattening: status?.flattening ?? false,
    equity: status?.equity ?? null,
    balance: status?.balance ?? null,
    currency: status?.currency ?? null,
    open_positions: status?.positions_known ? status.positions.length : null,
    trades_today: status ? tradesToday(status) : null,
    next_bar_at: next,
  };
}
