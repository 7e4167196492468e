import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bar, BenchContext, Benchmark, Measurement } from './benchmark.ts';
import { holds } from './benchmark.ts';

export type Result = {
  name: string;
  title: string;
  unit: string;
  bar: Bar;
  holds: boolean;
  seconds: number;
  /** null when the benchmark could not be run to its end. */
  measurement: Measurement | null;
  error: string | null;
};

/** Runs one benchmark and cleans up behind it. One that fails falls short of its bar. */
export async function measure(benchmark: Benchmark, say: (line: string) => void): Promise<Result> {
  const { name, title, unit, bar } = benchmark;
  const folder = mkdtempSync(join(tmpdir(), 'quorate-bench-'));
  const cleaners: Parameters<BenchContext['onEnd']>[0][] = [];
  const startedAt = performance.now();
  const result = { name, title, unit, bar };
  const seconds = () => (performance.now() - startedAt) / 1_000;
  try {
    const measurement = await benchmark.run({
      say,
      folder,
      onEnd: (clean) => void cleaners.unshift(clean),
    });
    const verdict = holds(bar, measurement);
    return { ...result, holds: verdict, seconds: seconds(), measurement, error: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ...result, holds: false, seconds: seconds(), measurement: null, error: message };
  } finally {
    for (const clean of cleaners) await clean();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
