import type { LastLine } from '@quorate/trading/loop/ports';
import { type Instant, instant } from '@quorate/values/instant';
import { type Currency, money, moneyFromDecimal, moneyToDecimal } from '@quorate/values/money';
import type { EventMessage, GUARD_REASONS, HeldLine } from '../mt5/bridge/messages.ts';
import type { TerminalLink } from '../mt5/bridge/terminal-link.ts';
import type { Timers } from '../timers.ts';
import type { LiveJournal } from './live-journal.ts';

/** The bot's end of the last line: hands it to the expert, and knows what the expert holds and did. */
export type LastLineKeeper = Readonly<{
  /** Hands a line of the governor over, as often as it takes. */
  guard(line: LastLine): Promise<void>;
  /** A session of the terminal was reconciled: asks what it holds, and hands over what it lacks. */
  reconnected(): Promise<void>;
  /** The owner paid money in or out, or had the total limit begin again: the floor may be lower from here on. */
  allow(reason: 'cash_flow' | 'rebase'): void;
  hear(event: EventMessage): void;
  /** Why nothing is opened: what the expert has done, or cannot do. null where nothing speaks against it. */
  refusal(): string | null;
  /** As the expert told it last; null before it has, and with an expert that holds none. */
  held(): HeldLine | null;
  /** The highest equity that the expert saw of a floor that trails, in minor units; null where it was told before. */
  takePeak(): number | null;
}>;

type LastLineDeps = Readonly<{
  link: Pick<TerminalLink, 'request'>;
  journal: Pick<LiveJournal, 'fact' | 'setFact' | 'note'>;
  timers: Timers;
  currency(): Currency;
  /** Whether the expert closes positions that were opened by hand, too: its owner's setting. */
  closesHandPositions: boolean;
  /** When the next day or week of the account's rules begins after a moment. */
  nextTurn(after: Instant): Instant;
  /** When a line that closed everything at a moment lets entries on again; null: only the owner does. */
  lockEnds(closedAt: Instant): Instant | null;
  notify(line: string): void;
}>;

type Reason = (typeof GUARD_REASONS)[number];

const FACT = 'last_line';
const ALLOWED = 'last_line_allowed';
const AGAIN_MS = 1_000;
const ATTEMPTS = 4;
const UPDATE =
  'This expert cannot hold the last line: update it with "bot terminal install". Until then floors hold only while the bot runs.';

/** The line as the core gave it last, and when the floor that is held was taken. */
type Kept = Readonly<{ line: Omit<LastLine, 'until'> & { until: number | null }; takenAt: number }>;

export function createLastLineKeeper(deps: LastLineDeps): LastLineKeeper {
  const { link, journal, timers, notify } = deps;
  const begunAt = timers.now();
  let held: HeldLine | null = null;
  let cannot = false;
  let wanted = readKept()?.line ?? null;
  let sending: Promise<void> | null = null;
  let waiting = false;
  let told = '';
  let peakMinor = 0;
  let isPeakTold = true;

  function readKept(): Kept | null {
    const text = journal.fact(FACT);
    return text === null ? null : (JSON.parse(text) as Kept);
  }

  function tell(line: string): void {
    if (line !== told) notify(line);
    told = line;
  }

  const text = (minor: number) => moneyToDecimal(money(minor, deps.currency()));
  const minorOf = (decimal: string) => moneyFromDecimal(decimal, deps.currency()).minor;

  /** Why the floor may be lower than the one held; null where nothing says so. */
  function reasonNow(): Reason | null {
    const allowed = journal.fact(ALLOWED);
    if (allowed === 'cash_flow' || allowed === 'rebase') return allowed;
    const since = instant(readKept()?.takenAt ?? begunAt);
    return deps.nextTurn(since) <= timers.now() ? 'turn' : null;
  }

  /** What ends a line that has closed everything; null while it goes on. */
  function endOfTrip(trippedAt: number): Reason | null {
    if (journal.fact(ALLOWED) === 'rebase') return 'rebase';
    const ends = deps.lockEnds(instant(trippedAt));
    return ends !== null && ends <= timers.now() ? 'turn' : null;
  }

  function take(next: HeldLine): void {
    const closedBefore = held?.tripped_at ?? null;
    held = next;
    cannot = false;
    // What was counted before money moved, or the limit began again, is no peak any more.
    const counts = next.peak != null && !journal.fact(ALLOWED);
    const peak = counts ? minorOf(next.peak ?? '0') : 0;
    const known = Math.max(peakMinor, wanted?.trail?.peakMinor ?? 0);
    if (peak > known) isPeakTold = false;
    peakMinor = Math.max(known, peak);
    if (next.tripped_at !== null && next.tripped_at !== closedBefore) {
      journal.note('last_line', timers.now(), next);
    }
  }

  async function ask(): Promise<boolean> {
    const outcome = await link.request('guard.query', {});
    if (outcome.kind === 'ok') take(outcome.answer);
    else if (outcome.kind === 'error' && outcome.code === 'unknown_request') {
      cannot = true;
      if (wanted !== null) tell(UPDATE);
    } else return false;
    return true;
  }

  function isHeld(line: LastLine | Kept['line']): boolean {
    return (
      held?.known === true &&
      !held.broken &&
      minorOf(held.floor) === line.floorMinor &&
      minorOf(held.buffer) === line.bufferMinor &&
      held.entries_off === line.entriesOff &&
      held.until === line.until &&
      (held.peak == null) === (line.trail == null || held.peak === undefined) &&
      held.hand === deps.closesHandPositions
    );
  }

  function trailOf({ trail }: LastLine | Kept['line']) {
    if (!trail) return { peak: null, kept: null, less: null, most: null };
    return {
      peak: text(trail.peakMinor),
      kept: decimalOfShare(trail.keptShare),
      less: text(Math.ceil(trail.lessMinor)),
      most: trail.mostMinor === null ? null : text(trail.mostMinor),
    };
  }

  /** @returns whether there is nothing more to hand over for now */
  async function send(): Promise<boolean> {
    if (held === null && !(await ask())) return false;
    for (let attempt = 0; attempt < ATTEMPTS && wanted !== null && held !== null; attempt += 1) {
      const line = wanted;
      const ends = held.tripped_at !== null && !line.entriesOff ? endOfTrip(held.tripped_at) : null;
      if (isHeld(line) && ends === null) return true;
      const higher = held.known ? minorOf(held.floor) : Number.NEGATIVE_INFINITY;
      const falls = line.floorMinor < higher;
      const reason = ends ?? (falls ? reasonNow() : null);
      const floor = falls && reason === null ? higher : line.floorMinor;
      if (falls && reason === null) {
        tell(
          `The terminal holds a higher floor (${text(higher)}) than the bot counts (${text(line.floorMinor)}); the higher one stays until the rules begin their next day.`,
        );
        if (isHeld({ ...line, floorMinor: higher })) return true;
      }
      const outcome = await link.request('guard', {
        number: Math.max(line.seq, held.number + 1),
        floor: text(floor),
        buffer: text(line.bufferMinor),
        entries_off: line.entriesOff,
        until: line.until,
        hand: deps.closesHandPositions,
        reason,
        ...trailOf(line),
      });
      if (outcome.kind === 'ok') {
        if (reason !== null) peakMinor = 0;
        take(outcome.answer);
        // A turn that lies behind a floor is spent once; buffers change in between.
        const takenAt = floor === higher ? (readKept()?.takenAt ?? begunAt) : timers.now();
        journal.setFact(FACT, JSON.stringify({ line, takenAt } satisfies Kept));
        if (reason !== null && journal.fact(ALLOWED) === reason) journal.setFact(ALLOWED, '');
        if (wanted === line) return true;
      } else if (outcome.kind === 'error' && outcome.code === 'storage') {
        tell('The terminal could not write the last line down; it is handed over again.');
        return false;
      } else if (!(await ask())) return false;
    }
    return wanted === null || held === null || isHeld(wanted);
  }

  function handOver(): Promise<void> {
    sending ??= send()
      .then((done) => {
        if (!done) later();
      })
      .finally(() => {
        sending = null;
      });
    return sending;
  }

  function later(): void {
    if (waiting) return;
    waiting = true;
    timers.after(AGAIN_MS, () => {
      waiting = false;
      void handOver();
    });
  }

  return {
    async guard(line) {
      wanted = line;
      const { takenAt = begunAt } = readKept() ?? {};
      journal.setFact(FACT, JSON.stringify({ line, takenAt } satisfies Kept));
      await sending;
      await handOver();
    },
    async reconnected() {
      held = null;
      await sending;
      await handOver();
    },
    allow: (reason) => journal.setFact(ALLOWED, reason),
    hear(event) {
      if (event.name !== 'last_line') return;
      const { what, equity, floor, message } = event.body;
      notify(`The last line in the terminal: ${message} (equity ${equity}, floor ${floor}).`);
      journal.note('last_line', timers.now(), event.body);
      if (what === 'tripped' || what === 'closed') void ask();
    },
    refusal() {
      if (held?.tripped_at != null) {
        return `The last line closed everything at an equity of ${held.tripped_equity}; its floor is ${held.floor}.`;
      }
      return held?.broken
        ? 'The terminal cannot read its last line; nothing is opened until it holds one again.'
        : null;
    },
    held: () => (cannot ? null : held),
    takePeak() {
      if (isPeakTold) return null;
      isPeakTold = true;
      return peakMinor;
    },
  };
}

/** A share of 0 to 1 with the eight decimals that the expert counts in. */
function decimalOfShare(share: number): string {
  return share.toFixed(8).replace(/\.?0+$/, '');
}
