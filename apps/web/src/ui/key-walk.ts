import type { KeyboardEvent } from 'react';

/** Of the keys that leap. */
const LEAP = 10;

type Keys = { forward: readonly string[]; back: readonly string[]; leap: string; leapBack: string };

const WALKS = {
  /** Bars side by side. */
  across: {
    forward: ['ArrowRight'],
    back: ['ArrowLeft'],
    leap: 'PageDown',
    leapBack: 'PageUp',
  },
  /** Rows below each other. */
  down: { forward: ['ArrowDown'], back: ['ArrowUp'], leap: 'PageDown', leapBack: 'PageUp' },
  /** What screen readers know as a slider: up is more. */
  slider: {
    forward: ['ArrowRight', 'ArrowUp'],
    back: ['ArrowLeft', 'ArrowDown'],
    leap: 'PageUp',
    leapBack: 'PageDown',
  },
} as const satisfies Record<string, Keys>;

type Walk = { at: number | null; count: number; way: keyof typeof WALKS };

type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Where a key leads: undefined for keys that are not ours, null to nowhere. */
export function stepOf(pressed: Pressed, { at, count, way }: Walk): number | null | undefined {
  if (count === 0 || pressed.altKey || pressed.ctrlKey || pressed.metaKey) return undefined;
  const { key } = pressed;
  const { forward, back, leap, leapBack }: Keys = WALKS[way];
  const last = count - 1;
  const by = (step: number) => {
    if (at === null) return step > 0 ? 0 : last;
    return Math.min(last, Math.max(0, at + step));
  };
  if (forward.includes(key)) return by(1);
  if (back.includes(key)) return by(-1);
  if (key === leap) return by(LEAP);
  if (key === leapBack) return by(-LEAP);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return key === 'Escape' && at !== null ? null : undefined;
}
