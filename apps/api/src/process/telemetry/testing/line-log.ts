import { setTimeout as delay } from 'node:timers/promises';

type Line = Record<string, unknown> & { msg?: string };

const PATIENCE_MS = 5_000;

/** What a service has logged, line by line. */
export function lineLog() {
  let lines: string[] = [];
  const parsed = () => lines.map((line) => JSON.parse(line) as Line);
  return {
    take: (line: string) => void lines.push(line),
    text: () => lines.join(''),
    all: parsed,
    clear: () => {
      lines = [];
    },
    /** The lines of one message, once there are so many: those of requests come after their answers. */
    async until(message: string, count: number): Promise<Line[]> {
      const deadline = AbortSignal.timeout(PATIENCE_MS);
      for (;;) {
        const found = parsed().filter(({ msg }) => msg === message);
        if (found.length >= count) return found;
        if (deadline.aborted)
          throw new Error(`${count} lines "${message}" did not come:\n${lines.join('')}`);
        await delay(5);
      }
    },
  };
}
