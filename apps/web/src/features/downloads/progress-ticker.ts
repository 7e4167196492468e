import { createSpeedometer } from './speed.ts';

export type Progress = {
  received: number;
  /** Null while nobody has said how long the file is. */
  total: number | null;
  bytesPerSecond: number | null;
};

/** Often enough to look steady, and not so often that drawing takes time from the download. */
const TICK_MS = 250;

export type ProgressTicker = {
  /** What has come so far. */
  note: (received: number, total: number | null) => void;
  stop: () => void;
};

/**
 * Shows how far a download is: at its first byte, and then by the clock. Pieces come by the hundred in a
 * second, and when none comes any more, the speed has to fall.
 */
export function startTicker(show: (progress: Progress) => void): ProgressTicker {
  const speed = createSpeedometer();
  let timer: ReturnType<typeof setInterval> | undefined;
  let latest: Pick<Progress, 'received' | 'total'> = { received: 0, total: null };
  const tick = () => {
    speed.note(latest.received, performance.now());
    show({ ...latest, bytesPerSecond: speed.bytesPerSecond() });
  };
  return {
    note(received, total) {
      latest = { received, total };
      if (timer !== undefined) return;
      tick();
      timer = setInterval(tick, TICK_MS);
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
