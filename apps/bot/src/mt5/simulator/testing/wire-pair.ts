import type { Wire } from '../../bridge/wire.ts';

/** Two ends of a connection in memory. Bytes arrive in the next microtask, whole. */
export function wirePair(): readonly [Wire, Wire] {
  const a = createEnd();
  const b = createEnd();
  return [a.wire(b), b.wire(a)];
}

type End = {
  give(item: Uint8Array | null): void;
  wire(other: End): Wire;
};

function createEnd(): End {
  let hear: Parameters<Wire['listen']>[0] | null = null;
  let kept: (Uint8Array | null)[] = [];
  let isOver = false;

  function give(item: Uint8Array | null): void {
    if (isOver) return;
    if (!hear) {
      kept.push(item);
      return;
    }
    if (item === null) {
      isOver = true;
      hear.closed(null);
    } else hear.bytes(item);
  }

  return {
    give,
    wire: (other) => ({
      send(bytes) {
        const copy = bytes.slice();
        if (!isOver) queueMicrotask(() => other.give(copy));
      },
      close() {
        if (isOver) return;
        isOver = true;
        queueMicrotask(() => other.give(null));
      },
      listen(listener) {
        hear = listener;
        const before = kept;
        kept = [];
        for (const item of before) give(item);
      },
    }),
  };
}
