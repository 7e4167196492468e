import type { FaultPlan } from '../expert/steps.ts';
import { RETCODE } from '../server/retcodes.ts';
import type { Behaviour } from '../server/trade-server.ts';

/** How often something happens, from 0 to 1. */
export type Odds = Readonly<{ fault: number; broker: number }>;

const USUAL: Odds = { fault: 0.08, broker: 0.3 };

/**
 * Bad luck by a seed: faults at random steps of the expert, and a broker with moods.
 *
 * @example
 * const { faults, behaviour } = randomFaults(createRandom(7));
 * const terminal = createSimulatedTerminal({ timers, token, faults });
 * terminal.server().behaviours.always(behaviour);
 */
export function randomFaults(
  random: () => number,
  odds: Odds = USUAL,
): Readonly<{ faults: FaultPlan; behaviour: () => Behaviour }> {
  const pick = (most: number) => Math.floor(random() * most);
  return {
    faults() {
      if (random() >= odds.fault) return undefined;
      const what = pick(4);
      if (what === 0) return { kind: 'cut' };
      if (what === 1) return { kind: 'restart' };
      if (what === 2) return { kind: 'restart', downMs: 500 + pick(10_000) };
      return { kind: 'stall', ms: 100 + pick(12_000) };
    },
    behaviour() {
      if (random() >= odds.broker) return {};
      const moods: Behaviour[] = [
        { refuse: RETCODE.requote },
        { refuse: RETCODE.priceOff },
        { refuse: RETCODE.connection },
        { refuse: RETCODE.tooManyRequests },
        { loseAnswer: null },
        { loseAnswer: RETCODE.timeout },
        { loseAnswer: RETCODE.connection, comment: () => 'rewritten' },
        { comment: (comment) => comment.slice(0, 6) },
        { executeAfterMs: pick(2_000), answerAfterMs: pick(8_000) },
        { placedForMs: 50 + pick(3_000) },
        { slippage: pick(20) },
      ];
      return moods[pick(moods.length)] ?? {};
    },
  };
}
