import { moneyToNumber } from '@quorate/values/money';
import type { StopSignal } from '../run/stop-signal.ts';
import type { ControlCommand } from './control.ts';
import { refuseWhileHeld } from './halt-file.ts';
import type { LiveJournal } from './live-journal.ts';
import type { LiveRun } from './live-run.ts';

/** What was decided last, for `status`. */
export const LAST_DECISION = 'last_decision';

type Obeying = Readonly<{ run: LiveRun; journal: LiveJournal; stop: StopSignal; folder: string }>;

/** What `status`, `stop`, `flatten`, `halt` and `resume` do to a running bot. */
export async function obey(
  { run, journal, stop, folder }: Obeying,
  command: ControlCommand,
): Promise<unknown> {
  switch (command) {
    case 'status':
      return statusOf(run, journal);
    case 'stop':
      stop.stop({ kind: 'asked' });
      return { ending: true };
    case 'flatten':
      return { closed: await run.halt.flatten('command') };
    case 'halt':
      run.halt.halt('command');
      return { halted: true };
    case 'resume':
      refuseWhileHeld(folder);
      await run.halt.resume('command');
      return { halted: run.halt.halted() };
  }
}

async function statusOf(run: LiveRun, journal: LiveJournal): Promise<unknown> {
  const { terminal, halt } = run;
  const base = {
    connected: terminal.isReady(),
    halted: halt.halted(),
    limits: journal.limits(),
    last_decision: journal.fact(LAST_DECISION),
  };
  if (!terminal.isReady()) return base;
  const { account } = terminal.terms();
  const { balance, equity } = await terminal.broker.account();
  return {
    ...base,
    account: { login: account.login, server: account.server, trade_mode: account.trade_mode },
    currency: account.currency,
    balance: moneyToNumber(balance),
    equity: moneyToNumber(equity),
    positions: (await terminal.broker.ownPositions()) ?? [],
    unsettled_orders: journal.unsettled().map(({ key }) => key),
  };
}
