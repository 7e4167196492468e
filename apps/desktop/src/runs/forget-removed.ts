import { AT_WORK } from '../contract/run-state.ts';
import type { BotKeeper } from './keeper.ts';

/**
 * Forgets how the bots of configurations ended that are no longer there: a new one of the same name has no past.
 *
 * @param keepers by name in small letters
 */
export function forgetRemoved(keepers: Map<string, BotKeeper>, names: readonly string[]): void {
  const there = new Set(names.map((name) => name.toLowerCase()));
  for (const [key, keeper] of keepers) {
    if (there.has(key) || AT_WORK.has(keeper.phase())) continue;
    keeper.close();
    keepers.delete(key);
  }
}
