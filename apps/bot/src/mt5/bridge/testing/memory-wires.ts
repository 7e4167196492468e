import type { Timers } from '../../../timers.ts';
import type { Wire, WireListener } from '../wire.ts';

/** What a connection in memory does to what is sent. */
export type MemoryWireOptions = Readonly<{
  /** On the way, each direction; 0 unless told. */
  delayMs?: () => number;
  /** Cuts what is sent into the pieces that arrive; whole unless told. */
  split?: (bytes: Uint8Array) => readonly Uint8Array[];
  /** What arrives in place of what was sent; null loses it. */
  mangle?: (bytes: Uint8Array, from: 'bot' | 'terminal') => Uint8Array | null;
}>;

/** Both ends of one connection. */
export type MemoryWires = Readonly<{
  bot: Wire;
  terminal: Wire;
  /** Breaks it: both ends hear it, and what is on the way is lost. */
  cut(reason?: string): void;
  /** From now on nothing arrives and nobody is told, as behind a cable that was pulled. */
  hang(): void;
  isOpen(): boolean;
}>;

type Hearer = Parameters<Wire['listen']>[0];

/**
 * A connection in memory. It delivers through `timers`, in order, so that runs on a manual clock come out
 * the same each time.
 *
 * @example const { bot, terminal, cut } = createMemoryWires(timers)
 */
export function createMemoryWires(timers: Timers, options: MemoryWireOptions = {}): MemoryWires {
  let isHung = false;
  const toBot = createEnd();
  const toTerminal = createEnd();

  function createEnd() {
    let hearer: Hearer | null = null;
    let kept: (() => void)[] = [];
    let way: (() => void)[] = [];
    let isClosed = false;
    const hear = (tell: () => void) => {
      if (hearer) tell();
      else kept.push(tell);
    };
    return {
      isClosed: () => isClosed,
      listen(next: Hearer) {
        hearer = next;
        const early = kept;
        kept = [];
        for (const tell of early) tell();
      },
      /** Everything takes its turn on one way, whatever the delays are. */
      deliver(tell: () => void) {
        way.push(tell);
        timers.after(options.delayMs?.() ?? 0, () => {
          if (!isHung) way.shift()?.();
        });
      },
      bytes(chunk: Uint8Array) {
        if (!isClosed) hear(() => hearer?.bytes(chunk));
      },
      closed(reason: string | null) {
        if (isClosed) return;
        isClosed = true;
        // Later, as a socket tells it: never while somebody sends.
        timers.after(0, () => hear(() => hearer?.closed(reason)));
      },
      lose() {
        way = [];
      },
    };
  }

  type End = ReturnType<typeof createEnd>;

  function wire(from: 'bot' | 'terminal', own: End, other: End): Wire {
    let isOver = false;
    return {
      send(bytes) {
        if (isOver || own.isClosed()) return;
        const sent = options.mangle ? options.mangle(bytes, from) : bytes;
        if (!sent) return;
        for (const piece of options.split?.(sent) ?? [sent])
          other.deliver(() => other.bytes(Uint8Array.from(piece)));
      },
      close() {
        if (isOver || own.isClosed()) return;
        isOver = true;
        own.closed(null);
        other.deliver(() => other.closed(null));
      },
      listen: (hear) => own.listen(hear),
    };
  }

  return {
    bot: wire('bot', toBot, toTerminal),
    terminal: wire('terminal', toTerminal, toBot),
    cut(reason = 'the connection broke') {
      toBot.lose();
      toTerminal.lose();
      toBot.closed(reason);
      toTerminal.closed(reason);
    },
    hang() {
      isHung = true;
    },
    isOpen: () => !toBot.isClosed() && !toTerminal.isClosed(),
  };
}

/** Where terminals in memory dial in. */
export type MemoryListener = WireListener &
  Readonly<{
    /** A terminal dials; its end is returned. While nobody listens it is closed at once. */
    dial(options?: MemoryWireOptions): MemoryWires;
    /** Every connection that was made, oldest first. */
    dialed: readonly MemoryWires[];
    /** Breaks every connection that stands. */
    cut(reason?: string): void;
  }>;

/** @param options of every connection that brings none of its own */
export function createMemoryListener(
  timers: Timers,
  options: MemoryWireOptions = {},
): MemoryListener {
  const dialed: MemoryWires[] = [];
  let take: ((wire: Wire) => void) | null = null;
  return {
    address: 'memory',
    onWire(next) {
      take = next;
    },
    dial(own = options) {
      const wires = createMemoryWires(timers, own);
      dialed.push(wires);
      if (take) take(wires.bot);
      else wires.cut('nobody listens');
      return wires;
    },
    dialed,
    cut(reason) {
      for (const wires of dialed) wires.cut(reason);
    },
    async close() {
      take = null;
    },
  };
}
