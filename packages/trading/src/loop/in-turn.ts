import type { MaybePromise } from '../ports.ts';

/**
 * Goes on with a value: at once where it is at hand, later where it is promised. A step that nobody waits
 * for then costs neither a promise nor a turn of the event loop, of which a replay would have millions.
 */
export function andThen<Value, Next>(
  value: MaybePromise<Value>,
  goOn: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}

/** Takes one item after the other, each when the one before it is done with. */
export function eachInTurn<Item extends object>(
  items: readonly Item[],
  step: (item: Item) => MaybePromise<void>,
): MaybePromise<void> {
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at];
    const done = item && step(item);
    if (done instanceof Promise) return done.then(() => eachInTurn(items.slice(at + 1), step));
  }
}
