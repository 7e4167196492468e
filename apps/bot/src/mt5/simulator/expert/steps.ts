import type { Timers } from '../../../timers.ts';

/**
 * The points of the expert's work at which a fault can strike. `sending` is before the order leaves,
 * `executed` after the server has done it and before anything is written about it.
 */
export type StepName =
  | 'line'
  | 'written'
  | 'checked'
  | 'sending'
  | 'executed'
  | 'stored'
  | 'answering';

/** What strikes. `cut` ends the connection alone; `restart` the whole terminal but its book. */
export type Fault =
  | Readonly<{ kind: 'cut' }>
  | Readonly<{ kind: 'restart'; downMs?: number }>
  | Readonly<{ kind: 'stall'; ms: number }>;

/** Asked at every step; `count` is from 1 over the terminal's whole life, restarts included. */
export type FaultPlan = (step: StepName, count: number) => Fault | undefined;

/** The expert was ended in the middle of its work. Never leaves the simulator. */
export class LifeEnded extends Error {
  override readonly name = 'LifeEnded';
}

/** One run of the expert in its terminal. */
export type Life = Readonly<{
  isOver(): boolean;
  end(): void;
  /** @throws LifeEnded when the terminal goes down here, or has gone down meanwhile */
  step(name: StepName): Promise<void>;
}>;

export function createLife(deps: {
  timers: Timers;
  faultAt(step: StepName): Fault | undefined;
  cut(): void;
  restart(downMs: number): void;
  /** Until when the terminal does nothing. */
  stallUntil(ms: number): void;
  stalledFor(): number;
}): Life {
  let over = false;
  const wait = (ms: number) => new Promise<void>((resolve) => deps.timers.after(ms, resolve));

  return {
    isOver: () => over,
    end() {
      over = true;
    },
    async step(name) {
      if (over) throw new LifeEnded();
      const fault = deps.faultAt(name);
      if (fault?.kind === 'cut') deps.cut();
      if (fault?.kind === 'restart') deps.restart(fault.downMs ?? 0);
      if (fault?.kind === 'stall') deps.stallUntil(fault.ms);
      while (!over && deps.stalledFor() > 0) await wait(deps.stalledFor());
      if (over) throw new LifeEnded();
    },
  };
}
