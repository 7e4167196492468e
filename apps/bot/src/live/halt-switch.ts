import type { TerminalLink } from '../mt5/bridge/terminal-link.ts';
import type { OrderDesk } from '../mt5/broker/order-desk.ts';
import type { TerminalBroker } from '../mt5/broker/terminal-broker.ts';
import type { Timers } from '../timers.ts';
import type { LiveJournal } from './live-journal.ts';

/** Who asked for it. */
export type HaltSource = 'dashboard' | 'command' | 'file' | 'terminal';

/** A position that the switch has closed. */
export type Flattened = Readonly<{ ticket: string; symbol: string; price: string; at: number }>;

/**
 * Stops the account: nothing new is opened, and where it is wanted everything of ours is closed. It holds
 * from the moment it is asked for, also without a terminal, also without a service, and over restarts.
 */
export type HaltSwitch = Readonly<{
  halted(): boolean;
  /** Whether everything is to be closed and something may still be open. */
  isFlattening(): boolean;
  /** Whether this one had everything closed, and nobody let the bot go on since. */
  isHeldBy(source: HaltSource): boolean;
  /** Opens nothing more. */
  halt(source: HaltSource): void;
  /** Opens nothing more and closes everything of ours. @returns what was closed, once nothing is open */
  flatten(source: HaltSource): Promise<readonly Flattened[]>;
  resume(source: HaltSource): Promise<void>;
  /** A session of the terminal was reconciled: it is told how it stands. */
  reconnected(expertHalted: boolean): void;
}>;

type HaltSwitchDeps = Readonly<{
  link: Pick<TerminalLink, 'request'>;
  broker: Pick<TerminalBroker, 'ownPositions'>;
  desk: Pick<OrderDesk, 'close'>;
  journal: LiveJournal;
  timers: Timers;
  notify(line: string): void;
}>;

const STATE = 'halt';
type State = 'off' | 'halted' | 'flatten';
/** A resumption that the terminal has not heard of yet. */
const RESUME_DUE = 'resume_due';
/** Until nothing is left: at first at once, then as long apart as a closed market asks for. */
const AGAIN_MS = 250;
const HALT_MS = 700;
const QUICK_ATTEMPTS = 8;
const AGAIN_MOST_MS = 15_000;

export function createHaltSwitch(deps: HaltSwitchDeps): HaltSwitch {
  const { link, broker, desk, journal, timers, notify } = deps;
  let state = (journal.fact(STATE) ?? 'off') as State;
  const flattenedBy = new Set<HaltSource>();
  const closed: Flattened[] = [];
  const waiting: ((closed: readonly Flattened[]) => void)[] = [];
  let working = false;
  let attempts = 0;

  /** On the disk before it has an effect. */
  function become(next: State, source: HaltSource): void {
    journal.note('owner', timers.now(), { state: next, source });
    journal.setFact(STATE, next);
    state = next;
  }

  async function work(): Promise<void> {
    if (working || state !== 'flatten') return;
    working = true;
    try {
      // The expert opens nothing from here on, whatever is still on its way.
      const [halted, open] = await Promise.all([
        link.request('halt', {}, { timeoutMs: HALT_MS }),
        broker.ownPositions(),
      ]);
      if (open !== null) {
        await Promise.all(
          open.map(async ({ ticket, symbol, lots }) => {
            const sent = await desk.close({ ticket, symbol }, lots, 'flattened');
            if (sent.kind === 'done')
              closed.push({ ticket, symbol, price: sent.result?.price ?? '0', at: timers.now() });
            if (sent.kind === 'refused')
              notify(`Position ${ticket} is not closed yet: ${sent.message}.`);
          }),
        );
        const left = await broker.ownPositions();
        const nothingComes = !journal.unsettled().some(({ kind }) => kind === 'open');
        if (left?.length === 0 && halted.kind === 'ok' && nothingComes) return done();
      }
    } catch (error) {
      notify(`Closing everything met a fault and goes on: ${String(error)}`);
    } finally {
      working = false;
    }
    attempts += 1;
    const slower = 2 ** Math.max(0, attempts - QUICK_ATTEMPTS);
    timers.after(Math.min(AGAIN_MS * slower, AGAIN_MOST_MS), () => void work());
  }

  function done(): void {
    journal.note('flattened', timers.now(), closed);
    journal.setFact(STATE, 'halted');
    state = 'halted';
    const all = closed.splice(0);
    notify(
      `Everything is closed: ${all.length} position${all.length === 1 ? '' : 's'}. Nothing new is opened.`,
    );
    for (const tell of waiting.splice(0)) tell(all);
  }

  return {
    halted: () => state !== 'off',
    isFlattening: () => state === 'flatten',
    isHeldBy: (source) => state !== 'off' && flattenedBy.has(source),
    halt(source) {
      if (state !== 'off') return;
      become('halted', source);
      void link.request('halt', {});
    },
    flatten(source) {
      flattenedBy.add(source);
      if (state !== 'flatten') become('flatten', source);
      attempts = 0;
      return new Promise((resolve) => {
        waiting.push(resolve);
        void work();
      });
    },
    async resume(source) {
      flattenedBy.clear();
      journal.setFact(RESUME_DUE, '1');
      become('off', source);
      const all = closed.splice(0);
      for (const tell of waiting.splice(0)) tell(all);
      await tellResumed();
    },
    reconnected(expertHalted) {
      attempts = 0;
      if (state === 'flatten') void work();
      else if (state === 'halted') void link.request('halt', {});
      else if (journal.fact(RESUME_DUE) === '1') void tellResumed();
      else if (expertHalted) {
        become('halted', 'terminal');
        notify('The expert in the terminal is halted: nothing is opened until `resume`.');
      }
    },
  };

  async function tellResumed(): Promise<void> {
    const outcome = await link.request('resume', {});
    if (outcome.kind === 'ok' && state === 'off') journal.setFact(RESUME_DUE, '0');
  }
}
