import { readFileSync } from 'node:fs';

const SAMPLE_MS = 5_000;
const MIB = 1_048_576;

export type Watched = Readonly<{ stop(): number[][] }>;

/** @returns MiB of a process that are in memory; Linux alone tells */
export function residentMib(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return (pages * 4_096) / MIB;
}

/** Notes every few seconds how much memory these processes take. */
export function watchMemory(pids: readonly number[]): Watched {
  const samples: number[][] = pids.map(() => []);
  const note = () => {
    for (const [at, pid] of pids.entries()) samples[at]?.push(residentMib(pid));
  };
  const timer = setInterval(note, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      return samples;
    },
  };
}

/** MiB a minute by which it grew in the second half, by least squares. */
export function growthOf(samples: readonly number[]): number {
  const half = samples.slice(Math.floor(samples.length / 2));
  const middle = (half.length - 1) / 2;
  const mean = half.reduce((sum, value) => sum + value, 0) / half.length;
  const over = half.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0);
  const under = half.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return (over / under) * (60_000 / SAMPLE_MS);
}
