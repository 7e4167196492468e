import { useState } from 'react';

/** A value that stands still while it is held, and follows again afterwards. */
export function useHeld<T>(value: T, hold: boolean): T {
  const [kept, setKept] = useState(value);
  if (!hold && kept !== value) setKept(value);
  return hold ? kept : value;
}
