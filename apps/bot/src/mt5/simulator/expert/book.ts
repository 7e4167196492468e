import type { OrderResult } from '../../bridge/records.ts';

/** Where the expert writes; it outlives every restart of the terminal. */
export type BookFile = Readonly<{
  lines(): readonly string[];
  /** @throws when the line cannot be stored */
  append(line: string): void;
}>;

/** An order or a closing that was written down before it was sent. */
export type Intent = Readonly<{
  key: string;
  kind: 'open' | 'close';
  symbol: string;
  side: 'BUY' | 'SELL';
  lots: string;
  /** The position to close; empty on orders that open. */
  ticket: string;
  /** UTC, ms. */
  exp: number;
  /** The server's clock, ms. */
  writtenMs: number;
}>;

/** What the expert knows of the orders it was given, rebuilt from the file at each start. */
export type Book = Readonly<{
  intent(key: string): Intent | undefined;
  result(key: string): OrderResult | undefined;
  /** @throws when it cannot be stored: then nothing may be sent */
  write(intent: Intent): void;
  settle(result: OrderResult): void;
  halted(): boolean;
  setHalted(halted: boolean): void;
  /** Whether a deal is spoken for by another key. */
  isClaimed(deal: string, key: string): boolean;
}>;

type Line =
  | Readonly<{ kind: 'intent'; intent: Intent }>
  | Readonly<{ kind: 'result'; result: OrderResult }>
  | Readonly<{ kind: 'halted'; halted: boolean }>;

/** A file in memory. `fail` makes the next writings fail, as a full disk does. */
export function createMemoryFile(): BookFile & { fail: boolean } {
  const lines: string[] = [];
  const file = {
    fail: false,
    lines: () => lines,
    append(line: string) {
      if (file.fail) throw new Error('the disk is full');
      lines.push(line);
    },
  };
  return file;
}

export function openBook(file: BookFile): Book {
  const intents = new Map<string, Intent>();
  const results = new Map<string, OrderResult>();
  const claims = new Map<string, string>();
  let halted = false;

  function take(line: Line): void {
    if (line.kind === 'halted') halted = line.halted;
    else if (line.kind === 'intent') intents.set(line.intent.key, line.intent);
    else {
      results.set(line.result.key, line.result);
      if (line.result.deal !== '0') claims.set(line.result.deal, line.result.key);
    }
  }

  function store(line: Line): void {
    file.append(JSON.stringify(line));
    take(line);
  }

  for (const line of file.lines()) take(JSON.parse(line) as Line);
  return {
    intent: (key) => intents.get(key),
    result: (key) => results.get(key),
    write: (intent) => store({ kind: 'intent', intent }),
    settle(result) {
      const line: Line = { kind: 'result', result: { ...result, duplicate: false } };
      try {
        store(line);
      } catch {
        // The order is at the broker: what cannot be written is asked of the broker again.
        take(line);
      }
    },
    halted: () => halted,
    setHalted: (value) => store({ kind: 'halted', halted: value }),
    isClaimed: (deal, key) => (claims.get(deal) ?? key) !== key,
  };
}
