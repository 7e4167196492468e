import { useEffect, useEffectEvent, useState } from 'react';

export type Steps = {
  index: number;
  playing: boolean;
  /** Shows another step, if there is one, and leaves it to the reader from then on. */
  go: (index: number) => void;
  /** Goes on by itself, from the beginning when the last step is shown. */
  play: () => void;
  pause: () => void;
};

/**
 * Steps that a reader walks through with buttons or the arrow keys, or lets play. Nothing plays unasked.
 *
 * @param seconds how long each step is shown while they play
 */
export function useSteps(seconds: readonly number[]): Steps {
  const [index, setIndex] = useState(0);
  const [wanted, setWanted] = useState(false);
  const last = seconds.length - 1;
  const playing = wanted && index < last;

  function go(next: number): void {
    if (next < 0 || next > last) return;
    setWanted(false);
    setIndex(next);
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // With Alt or Command the arrows are the browser's way back.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'ArrowLeft') go(index - 1);
    else if (event.key === 'ArrowRight') go(index + 1);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  const shownMs = (seconds[index] ?? 0) * 1_000;
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => setIndex(index + 1), shownMs);
    return () => clearTimeout(timer);
  }, [playing, index, shownMs]);

  return {
    index,
    playing,
    go,
    play() {
      if (index === last) setIndex(0);
      setWanted(true);
    },
    pause: () => setWanted(false),
  };
}
