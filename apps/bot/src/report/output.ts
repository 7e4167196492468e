/** Where the bot speaks: results on standard output, everything else on standard error. */
export type Output = Readonly<{
  out(text: string): void;
  /** A line that stays. */
  line(text: string): void;
  /** A line that the next one takes the place of; nothing where there is no terminal. */
  live(text: string): void;
  /** Whether somebody watches on a terminal. */
  isTerminal: boolean;
  /** Whether each line gets the date and time at which it is said. */
  isStamped?: boolean;
}>;

type Stream = Readonly<{ write(text: string): unknown; isTTY?: boolean; columns?: number }>;

/** An output on two streams. The live line is wiped before anything else is written. */
export function streamOutput(stdout: Stream, stderr: Stream): Output {
  const isTerminal = stderr.isTTY === true;
  let live = false;
  const wipe = () => {
    if (live) stderr.write('\r\x1b[K');
    live = false;
  };
  return {
    isTerminal,
    out(text) {
      wipe();
      stdout.write(text);
    },
    line(text) {
      wipe();
      stderr.write(`${printable(text)}\n`);
    },
    live(text) {
      if (!isTerminal) return;
      // A line that wraps cannot be wiped.
      stderr.write(`\r\x1b[K${text.slice(0, (stderr.columns ?? 80) - 1)}`);
      live = true;
    },
  };
}

/** What comes from elsewhere must not move the cursor or clear the screen. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '?');
}
