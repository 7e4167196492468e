import type { ClosedPosition, CommandKind, CommandResult } from '@quorate/contract/live';
import type { Clock, Owner, OwnerMoment } from '@quorate/trading/loop/ports';
import { type Instant, instant, isoFromInstant } from '@quorate/values/instant';
import { priceToNumber } from '@quorate/values/price';
import type { RunJournal } from '../journal/run-journal.ts';

/** What the owner wants, as the service passes it on. */
export type Command = Readonly<{ commandId: string; kind: CommandKind }>;

/** A command that holds from a bar on. Kept in the journal: a run that is walked again is stopped where it was. */
type Order = {
  /** null for a halt that the service remembers and this journal does not. */
  commandId: string | null;
  kind: CommandKind;
  from: Instant;
  closed: ClosedPosition[];
  /** null until it is carried out. */
  result: CommandResult | null;
  /** The last bar at which it was carried out; a second walk does it at the same ones. */
  until: Instant | null;
  /** Whether the service knows that it was. */
  told: boolean;
};

export type OwnerOrdersDeps = Readonly<{
  journal: Pick<RunJournal, 'fact' | 'setFact' | 'recorded'>;
  clock: Clock;
  /** A line for the person who watches. */
  notify(line: string): void;
}>;

export type OwnerOrdersPort = Owner &
  Readonly<{
    take(commands: readonly Command[], entriesOff: boolean): void;
    /** The bar in hand is done: until the next one, what comes holds at once. */
    barDone(): void;
    /** Whether the run is beyond what the service knows of it, so that its figures are new. */
    isNew(): boolean;
    /** Before the service learns what happened up to now: nothing may change that afterwards. */
    keepPlace(): void;
    entriesOff(): boolean;
    /** After the last candle: where nothing is open, nothing is left to be closed. */
    marketOver(openPositions: number): void;
    received(): string[];
    acknowledged(): { command_id: string; result: CommandResult }[];
    markTold(commandIds: readonly string[]): void;
  }>;

const ORDERS = 'owner_orders';
const PLACE = 'walked_to';

/** The commands of the account's owner, from the service to the loop and back as proof. */
export function createOwnerOrders({ journal, clock, notify }: OwnerOrdersDeps): OwnerOrdersPort {
  const orders = JSON.parse(journal.fact(ORDERS) ?? '[]') as Order[];
  const waiting: { commandId: string | null; kind: CommandKind }[] = [];
  const place = Math.max(
    Number(journal.fact(PLACE) ?? 0),
    journal.recorded.at(-1)?.asOf ?? 0,
    orders.at(-1)?.from ?? 0,
  );
  let seen = 0;
  let inBar = false;

  const keep = () => journal.setFact(ORDERS, JSON.stringify(orders));
  const holding = (asOf: number) => orders.filter(({ from }) => from <= asOf);
  const isOff = (list: readonly { kind: CommandKind }[]) =>
    (list.at(-1)?.kind ?? 'resume') !== 'resume';

  /** On the disk before it has an effect. */
  function begin(from: Instant): void {
    if (waiting.length === 0) return;
    for (const { commandId, kind } of waiting.splice(0)) {
      const order: Order = {
        commandId,
        kind,
        from,
        closed: [],
        result: null,
        until: null,
        told: commandId === null,
      };
      orders.push(order);
      if (kind !== 'close_all') finish(order, from);
      notify(WORDS[kind]);
    }
    keep();
  }

  /** From the next bar on, unless this walk is still among bars that the service knows of. */
  function beginNow(): void {
    if (seen >= place && seen > 0) begin(instant(seen + BETWEEN));
  }

  function finish(order: Order, until: Instant): void {
    order.until = until;
    const at = isoFromInstant(clock.now());
    order.result = { closed: order.closed, entries_off: order.kind !== 'resume', at };
  }

  return {
    orders(asOf, moment) {
      seen = asOf;
      inBar = true;
      // What comes while an answer is waited for holds from then on, and not for the question before it.
      const at = instant(asOf + MOMENTS[moment]);
      if (at > place) begin(at);
      const now = holding(at);
      // In a second walk an order that was carried out has to be carried out at its bars again.
      const closeAll = now.some(
        ({ kind, until }) => kind === 'close_all' && (until === null || asOf <= until),
      );
      return { entriesOff: isOff(now), closeAll };
    },
    closed(asOf, deals, refusals) {
      const closed = deals.map(
        (deal): ClosedPosition => ({
          ticket: deal.positionTicket,
          symbol: deal.symbol,
          price: priceToNumber(deal.price),
          digits: deal.price.digits,
          at: isoFromInstant(deal.time),
        }),
      );
      for (const order of holding(asOf)) {
        if (order.kind !== 'close_all' || order.result !== null) continue;
        order.closed.push(...closed);
        if (refusals.length === 0) finish(order, asOf);
      }
      keep();
      for (const { message } of refusals)
        notify(`${message} Closing is tried again at the next bar.`);
    },
    take(commands, entriesOff) {
      for (const command of commands) {
        const isKnown = ({ commandId }: { commandId: string | null }) =>
          commandId === command.commandId;
        const order = orders.find(isKnown);
        // Whoever asks again has lost the proof.
        if (order) order.told = false;
        else if (!waiting.some(isKnown)) waiting.push(command);
      }
      // Its journal may have been lost: what was asked for last still holds.
      if (entriesOff && !isOff([...orders, ...waiting]))
        waiting.push({ commandId: null, kind: 'entries_off' });
      if (!inBar) beginNow();
    },
    barDone() {
      inBar = false;
      if (waiting.length > 0) beginNow();
    },
    marketOver(openPositions) {
      inBar = false;
      beginNow();
      if (openPositions > 0) return;
      for (const order of orders) if (order.result === null) finish(order, instant(seen));
      keep();
    },
    isNew: () => seen >= place,
    keepPlace() {
      if (seen > place) journal.setFact(PLACE, String(seen));
    },
    entriesOff: () => isOff(holding(Math.max(seen, place) + BETWEEN)),
    received: () =>
      [...waiting, ...orders.filter(({ result }) => result === null)]
        .map(({ commandId }) => commandId)
        .filter((id) => id !== null),
    acknowledged: () =>
      orders.flatMap(({ commandId, result, told }) =>
        commandId !== null && result !== null && !told ? [{ command_id: commandId, result }] : [],
      ),
    markTold(commandIds) {
      if (commandIds.length === 0) return;
      for (const order of orders) if (commandIds.includes(order.commandId ?? '')) order.told = true;
      keep();
    },
  };
}

/** The moments of a bar in their order, in milliseconds after its close; then comes what lies between two bars. */
const MOMENTS: Readonly<Record<OwnerMoment, number>> = { bar: 0, question: 1, order: 2 };
const BETWEEN = 3;

const WORDS: Readonly<Record<CommandKind, string>> = {
  entries_off: 'Halted by its owner: nothing new is opened.',
  close_all: 'Halted by its owner: everything is closed, and nothing new is opened.',
  resume: 'Its owner lets the bot go on.',
};
