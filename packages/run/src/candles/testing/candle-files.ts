import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

export const HEADER = 'time,open,high,low,close,tick_volume,spread_points\n';

/** Three hours of a real market. */
export const ROWS = [
  '2025-01-02T00:00,1.03515,1.03579,1.03487,1.03556,1349,5\n',
  '2025-01-02T01:00,1.03556,1.03567,1.03466,1.03509,1206,0\n',
  '2025-01-02T02:00,1.03509,1.03556,1.03500,1.03520,800,40\n',
] as const;

/** A folder for the tests of one file, and a writer of files into it. */
export function candleFolder(): { folder: string; write: (content: string | Buffer) => string } {
  const folder = mkdtempSync(join(tmpdir(), 'bot-candles-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  let written = 0;
  return {
    folder,
    write(content) {
      const path = join(folder, `${++written}.csv`);
      writeFileSync(path, content);
      return path;
    },
  };
}
