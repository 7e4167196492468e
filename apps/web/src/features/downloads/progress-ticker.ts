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

/** Long enough to be calm, short enough to follow a change. */
const WINDOW_MS = 5_000;

/** Too short a time says nothing of a speed. */
const SHORTEST_MS = 500;

type Speedometer = {
  /** @param received bytes so far @param now milliseconds of any clock that only goes on */
  note: (received: number, now: number) => void;
  /** Over the last seconds; null until there is something to say. */
  bytesPerSecond: () => number | null;
};

export function createSpeedometer(): Speedometer {
  let marks: { received: number; at: number }[] = [];
  return {
    note(received, now) {
      // A download that began again has no speed from before.
      if (received < (marks.at(-1)?.received ?? 0)) marks = [];
      marks.push({ received, at: now });
      // The last mark before the window stays: the window is measured from it.
      while (marks.length > 2 && now - (marks[1]?.at ?? now) > WINDOW_MS) marks.shift();
    },
    bytesPerSecond() {
      const [first] = marks;
      const last = marks.at(-1);
      if (!first || !last || last.at - first.at < SHORTEST_MS) return null;
      return ((last.received - first.received) / (last.at - first.at)) * 1_000;
    },
  };
}
