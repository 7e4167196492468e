import type { ClosedPosition, CommandKind, CommandResult } from '@quorate/contract/live';
import { type Instant, isoFromInstant } from '@quorate/values/instant';
import type { Command, OwnerOrdersPort } from '../run/owner-orders.ts';
import type { Timers } from '../timers.ts';
import type { Flattened, HaltSwitch } from './halt-switch.ts';
import type { LiveJournal } from './live-journal.ts';

type LiveOwnerDeps = Readonly<{
  journal: Pick<LiveJournal, 'fact' | 'setFact'>;
  timers: Timers;
  halt: HaltSwitch;
  /** Decimals of a symbol's prices. */
  digitsOf(symbol: string): number;
}>;

/** A command of the dashboard; kept until the service knows what came of it. */
type Kept = { commandId: string; kind: CommandKind; result: CommandResult | null; told: boolean };

const COMMANDS = 'owner_commands';
/** The service asks no longer about older ones. */
const KEPT_MAX = 100;

/**
 * The owner of a live account: what the dashboard asks for goes to the halt switch at once, whatever the
 * loop is waiting for, and comes back as proof.
 */
export function createLiveOwner({
  journal,
  timers,
  halt,
  digitsOf,
}: LiveOwnerDeps): OwnerOrdersPort {
  const commands = JSON.parse(journal.fact(COMMANDS) ?? '[]') as Kept[];
  const keep = () => journal.setFact(COMMANDS, JSON.stringify(commands.slice(-KEPT_MAX)));

  function finish(command: Kept, closed: ClosedPosition[]): void {
    const at = isoFromInstant(timers.now());
    command.result = { closed, entries_off: command.kind !== 'resume', at };
    keep();
  }

  async function carryOut(command: Kept): Promise<void> {
    if (command.kind === 'entries_off') halt.halt('dashboard');
    if (command.kind === 'resume') await halt.resume('dashboard');
    if (command.kind !== 'close_all') return finish(command, []);
    const closed = await halt.flatten('dashboard');
    finish(
      command,
      closed.map((each) => closedPosition(each, digitsOf(each.symbol))),
    );
  }

  // What a restart interrupted is gone on with.
  for (const command of commands) if (command.result === null) void carryOut(command);

  return {
    orders: () => ({ entriesOff: halt.halted(), closeAll: false }),
    closed() {},
    take(newCommands: readonly Command[], entriesOff: boolean) {
      for (const { commandId, kind } of newCommands) {
        const known = commands.find((command) => command.commandId === commandId);
        // Whoever asks again has lost the proof.
        if (known) {
          known.told = false;
          continue;
        }
        const command: Kept = { commandId, kind, result: null, told: false };
        commands.push(command);
        keep();
        void carryOut(command);
      }
      // The journal may have been lost: what was asked for last still holds.
      if (entriesOff && commands.length === 0) halt.halt('dashboard');
    },
    barDone() {},
    isNew: () => true,
    keepPlace() {},
    marketOver() {},
    entriesOff: () => halt.halted(),
    received: () =>
      commands.filter(({ result }) => result === null).map(({ commandId }) => commandId),
    acknowledged: () =>
      commands.flatMap(({ commandId, result, told }) =>
        result !== null && !told ? [{ command_id: commandId, result }] : [],
      ),
    markTold(commandIds) {
      for (const command of commands)
        if (commandIds.includes(command.commandId)) command.told = true;
      if (commandIds.length > 0) keep();
    },
  };
}

function closedPosition({ ticket, symbol, price, at }: Flattened, digits: number): ClosedPosition {
  return { ticket, symbol, price: Number(price), digits, at: isoFromInstant(at as Instant) };
}
