import { createHash } from 'node:crypto';
import { decimalFromUnits, unitsFromDecimal } from '@quorate/values/decimal';
import { z } from 'zod';
import type { Timers } from '../../../timers.ts';
import type { EVENTS, HeldLine, RequestBody } from '../../bridge/messages.ts';
import { fillingsOf } from '../market/symbol-terms.ts';
import type { HeldPosition } from '../server/orders.ts';
import { RETCODE, retcodeWords } from '../server/retcodes.ts';
import { fault, type Reply } from './order-desk.ts';
import type { ExpertTerminal } from './terminal.ts';

/** Where the last line is kept, apart from the book; a writing replaces it whole. */
export type LineFile = {
  read(): string | null;
  /** @throws when it cannot be stored */
  write(text: string): void;
};

type LineEvent = z.output<(typeof EVENTS)['last_line']>;

/** A floor under the equity that the expert holds alone, as docs/reference/bridge.md says. */
export type LastLine = Readonly<{
  take(body: RequestBody<'guard'>): Reply<'guard'>;
  held(): HeldLine;
  /** Why nothing is opened; null where it may be. */
  refusal(): string | null;
  /** Compares, closes and tells; at each tick and each turn of the timer. */
  work(): void;
  /** A bot is there and is told what was done without it. */
  ready(tell: (event: LineEvent) => void): void;
  gone(): void;
  end(): void;
}>;

/** A closing whose answer did not come by then is asked for again. */
const ANSWER_MS = 5_000;
const PAUSE_MS = 500;
const ALERT_MS = 3_000;
const COMMENT = 'TB1:LASTLINE';
/** Out at any price. */
const DEVIATION = 10_000;

const stored = z.object({
  number: z.int(),
  floor: z.string(),
  buffer: z.string(),
  entries_off: z.boolean(),
  until: z.int().nullable(),
  hand: z.boolean(),
  tripped_at: z.int().nullable(),
  tripped_equity: z.string().nullable(),
  peak: z.string().nullable().default(null),
  kept: z.string().nullable().default(null),
  less: z.string().nullable().default(null),
  most: z.string().nullable().default(null),
});
type Stored = z.output<typeof stored>;

type Closing = {
  asked: boolean;
  askedAt: number;
  notBefore: number;
  readonly since: number;
  filling: number;
  alerted: boolean;
  retcode: number;
};

export function createLineFile(): LineFile & { fail: boolean; text: string | null } {
  const file = {
    fail: false,
    text: null as string | null,
    read: () => file.text,
    write(text: string) {
      if (file.fail) throw new Error('the disk is full');
      file.text = text;
    },
  };
  return file;
}

export function createLastLine(deps: {
  terminal: ExpertTerminal;
  timers: Timers;
  file: LineFile;
  magic: number;
  /** Whether this run of the terminal is over, or stands still. */
  isStill(): boolean;
}): LastLine {
  const { terminal, timers, file, magic } = deps;
  const digits = () => terminal.server().account.currencyDigits;
  const minor = (text: string) => unitsFromDecimal(text, digits());
  const closings = new Map<string, Closing>();
  let broken = false;
  let held = read();
  let tell: ((event: LineEvent) => void) | null = null;
  let told = false;
  let handTold = false;
  let stopTimer: (() => void) | null = null;
  let ended = false;

  function read(): Stored | null {
    const text = file.read();
    if (text === null) return null;
    const digest = text.slice(0, 8);
    const json = text.slice(9);
    const whole = digest === digestOf(json) && stored.safeParse(parsed(json));
    if (whole !== false && whole.success) return whole.data;
    broken = true;
    return null;
  }

  /** @returns false when the disk did not take it */
  function write(next: Stored): boolean {
    const json = JSON.stringify(next);
    try {
      file.write(`${digestOf(json)} ${json}`);
      return true;
    } catch {
      return false;
    }
  }

  const isOurs = (each: { magic: number; comment: string }) =>
    held?.hand === true || each.magic === magic || each.comment.includes('TB1:');
  const positions = () => terminal.view().positions.filter(isOurs);
  const orders = () => terminal.view().orders.filter(isOurs);
  const openCount = () => positions().length + orders().length;

  /** Commissions once more, and one spread of everything that is open. */
  function closingCost(): number {
    let cost = 0;
    for (const position of terminal.view().positions) {
      const quote = terminal.view().quote(position.symbol);
      const terms = terminal.market.terms.get(position.symbol);
      if (!quote || !terms) continue;
      const spread = Math.max(0, quote.ask - quote.bid);
      cost += Math.abs(terminal.server().ledger.worth.profit(terms, -spread * position.volume));
      cost += paidFor(position);
    }
    return cost;
  }

  function paidFor({ ticket }: HeldPosition): number {
    let paid = 0;
    for (const deal of terminal.view().deals) {
      if (deal.position === ticket) paid -= deal.commission + deal.fee;
    }
    return Math.max(0, paid);
  }

  /** As the bot gave it, or as the peak has raised it. */
  function floorNow({ floor, peak, kept, less, most }: Stored): number {
    if (peak === null) return minor(floor);
    const risen = Math.floor(Number(kept) * minor(peak)) - minor(less ?? '0');
    return Math.max(minor(floor), most === null ? risen : Math.min(risen, minor(most)));
  }

  /** A higher equity raises a floor that trails, before anything is compared with it. */
  function rise(): void {
    if (!held || held.peak === null || held.tripped_at !== null) return;
    const { equity } = terminal.view();
    if (equity <= minor(held.peak)) return;
    held = { ...held, peak: decimalFromUnits(equity, digits()) };
    write(held);
  }

  function isNear(): boolean {
    if (!held || !terminal.permissions().connected) return false;
    const { equity, positions: open } = terminal.view();
    const least = floorNow(held) + minor(held.buffer);
    return equity <= least || (open.length > 0 && equity <= least + closingCost());
  }

  function refusal(): string | null {
    if (broken) {
      return 'the file of the last line cannot be read; nothing is opened until the bot has given it again';
    }
    if (!held) return null;
    if (held.tripped_at !== null) {
      return `the last line has closed everything at an equity of ${held.tripped_equity}, its floor is ${decimalFromUnits(floorNow(held), digits())}`;
    }
    if (held.entries_off && (held.until === null || timers.now() < held.until)) {
      return 'entries are off';
    }
    return isNear() ? 'the equity is at the last line' : null;
  }

  function say(what: LineEvent['what'], message: string): void {
    tell?.({
      what,
      floor: held ? decimalFromUnits(floorNow(held), digits()) : '0',
      equity: decimalFromUnits(terminal.view().equity, digits()),
      open: openCount(),
      message,
    });
  }

  function closingOf(id: string): Closing {
    const known = closings.get(id);
    if (known) return known;
    const fresh: Closing = {
      asked: false,
      askedAt: 0,
      notBefore: 0,
      since: timers.now(),
      filling: 0,
      alerted: false,
      retcode: 0,
    };
    closings.set(id, fresh);
    return fresh;
  }

  /** What was not done is asked for again on a later call. */
  function answered(closing: Closing, retcode: number): void {
    closing.retcode = retcode;
    if (retcode === RETCODE.done || retcode === RETCODE.placed || retcode === RETCODE.partial) {
      return;
    }
    closing.asked = false;
    if (retcode === RETCODE.invalidFill) closing.filling += 1;
    else if (retcode !== RETCODE.requote && retcode !== RETCODE.priceChanged) {
      closing.notBefore = timers.now() + PAUSE_MS;
    }
  }

  async function close(position: HeldPosition, closing: Closing): Promise<void> {
    const quote = terminal.view().quote(position.symbol);
    const terms = terminal.market.terms.get(position.symbol);
    if (!quote || !terms) {
      answered(closing, RETCODE.priceOff);
      return;
    }
    const fillings = fillingsOf(terms);
    const buy = position.side === 'BUY';
    closing.asked = true;
    closing.askedAt = timers.now();
    const answer = await terminal.sendOn({
      action: 'deal',
      symbol: position.symbol,
      side: buy ? 'SELL' : 'BUY',
      volume: Math.min(position.volume, terms.volumeMax),
      position: position.ticket,
      price: buy ? quote.bid : quote.ask,
      stopLoss: null,
      takeProfit: null,
      deviation: DEVIATION,
      filling: fillings[closing.filling % fillings.length] ?? fillings[0],
      magic,
      comment: COMMENT,
    });
    // A lost answer is waited for, and then the account says what is still open.
    if (answer !== null) answered(closing, answer.retcode);
    if (!ended) work();
  }

  function closeAll(): void {
    const now = timers.now();
    for (const position of positions()) {
      const closing = closingOf(position.ticket);
      const waits = closing.asked && now - closing.askedAt < ANSWER_MS;
      if (!waits && now >= closing.notBefore) void close(position, closing);
      if (!closing.alerted && now - closing.since >= ALERT_MS) {
        closing.alerted = true;
        say(
          'stuck',
          `the last line could not close ${position.ticket} yet: ${retcodeWords(closing.retcode)}`,
        );
      }
    }
    for (const order of orders()) terminal.server().cancel(order.ticket);
    if (openCount() > 0) {
      again();
      return;
    }
    if (closings.size > 0) say('closed', 'the last line has closed everything');
    closings.clear();
  }

  function again(): void {
    stopTimer ??= timers.after(PAUSE_MS, () => {
      stopTimer = null;
      work();
    });
  }

  function trip(): void {
    if (!held) return;
    if (openCount() === 0) {
      // Nothing here is ours to close: its owner is told once.
      if (!handTold) {
        say('hand', 'the equity is at the last line; positions opened by hand are left to you');
      }
      handTold = true;
      return;
    }
    held = {
      ...held,
      tripped_at: timers.now(),
      tripped_equity: decimalFromUnits(terminal.view().equity, digits()),
    };
    say('tripped', 'the equity is at the last line; everything is closed and nothing is opened');
    told = tell !== null;
    closeAll();
    write(held);
  }

  function work(): void {
    if (ended || !held) return;
    if (deps.isStill()) {
      again();
      return;
    }
    if (!terminal.permissions().connected) return;
    rise();
    const { positions: open, orders: waiting } = terminal.view();
    if (held.tripped_at === null && open.length + waiting.length > 0 && isNear()) {
      trip();
      return;
    }
    if (held.tripped_at !== null && openCount() + closings.size > 0) closeAll();
  }

  function take(body: RequestBody<'guard'>): Reply<'guard'> {
    const { reason, peak = null, kept = null, less = null, most = null, ...given } = body;
    const same =
      held !== null &&
      given.number === held.number &&
      minor(given.floor) === minor(held.floor) &&
      minor(given.buffer) === minor(held.buffer) &&
      given.entries_off === held.entries_off &&
      given.until === held.until &&
      given.hand === held.hand;
    if (held && (given.number < held.number || (given.number === held.number && !same))) {
      return fault('stale_seq', `the guard held has the number ${held.number}`);
    }
    if (same && !broken) return { ok: record() };
    if (held && minor(given.floor) < minor(held.floor) && reason === null) {
      return fault(
        'lower_floor',
        `the floor held is ${held.floor}; it is not lowered without a reason`,
      );
    }
    const over = reason !== null && !given.entries_off;
    // A peak that only the expert has seen stays, until what it was counted from has changed.
    const isOwn = peak !== null && held?.peak != null && reason === null;
    const highest = isOwn && minor(held?.peak ?? '0') > minor(peak) ? (held?.peak ?? peak) : peak;
    const next: Stored = {
      ...given,
      peak: highest,
      kept,
      less,
      most,
      tripped_at: over ? null : (held?.tripped_at ?? null),
      tripped_equity: over ? null : (held?.tripped_equity ?? null),
    };
    if (!write(next)) {
      // Held all the same where it is stricter, until the terminal ends.
      if (!held || minor(next.floor) >= minor(held.floor)) {
        const { tripped_at = null, tripped_equity = null } = held ?? {};
        held = { ...next, tripped_at, tripped_equity };
      }
      return fault('storage', 'the guard could not be written down');
    }
    held = next;
    broken = false;
    handTold = false;
    if (over) closings.clear();
    queueMicrotask(work);
    return { ok: record() };
  }

  function record(): HeldLine {
    return {
      known: held !== null,
      broken,
      number: held?.number ?? 0,
      floor: held?.floor ?? '0',
      buffer: held?.buffer ?? '0',
      entries_off: held?.entries_off ?? false,
      until: held?.until ?? null,
      hand: held?.hand ?? false,
      tripped_at: held?.tripped_at ?? null,
      tripped_equity: held?.tripped_equity ?? null,
      peak: held?.peak ?? null,
      risen: held?.peak == null ? null : decimalFromUnits(floorNow(held), digits()),
      open: openCount(),
    };
  }

  const stopMarket = terminal.market.hear((event) => {
    if (event.kind === 'tick') work();
  });
  queueMicrotask(work);
  return {
    take,
    held: record,
    refusal,
    work,
    ready(hear) {
      tell = hear;
      if (held?.tripped_at !== null && held && !told) {
        told = true;
        say('tripped', refusal() ?? '');
      }
    },
    gone() {
      tell = null;
      told = false;
    },
    end() {
      ended = true;
      stopMarket();
      stopTimer?.();
    },
  };
}

function digestOf(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, 8);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
