import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { constants, createGzip, createZstdCompress } from 'node:zlib';
import { newHead } from './backup-format.ts';

const RESTORE = fileURLToPath(new URL('../../../../../tools/restore.ts', import.meta.url));
const BOMB_BYTES = 3 * 1024 ** 3;
const MEMORY_MAX = 400 * 1024 ** 2;
/** Tells of the most memory that the process ever had, in bytes. */
const PEAK = `data:text/javascript,process.on('exit',()=>process.stderr.write('\\nPEAK '+process.resourceUsage().maxRSS*1024+'\\n'))`;

function* bomb(start: string, fill: string): Generator<Buffer> {
  yield Buffer.from(start);
  const block = Buffer.alloc(1024 ** 2, fill);
  for (let bytes = 0; bytes < BOMB_BYTES; bytes += block.length) yield block;
}

async function restore(folder: string, file: string): Promise<{ said: string; peak: number }> {
  const { DATABASE_URL, SECRET_KEY, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--import', PEAK, RESTORE, file], {
    env: { ...inherited, DATA_DIR: join(folder, 'data'), DATABASE_URL: 'embedded' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  assert.equal(code, 1, said);
  return { said, peak: Number(/PEAK (\d+)/.exec(said)?.[1]) };
}

it('a packed file of 3 GB without line breaks is refused within 400 MB of memory', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quorate bomb '));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  const head = `${JSON.stringify(
    newHead({
      schema: '0001',
      product_version: '0.1.0',
      database: 'embedded',
      taken_at: '2026-03-02T10:00:00.000Z',
      key_id: null,
    }),
  )}\n`;
  const start = `${head}{"table":"users","columns":[{"name":"id","type":"uuid"}]}\n`;
  const level = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
  // Asks its reader for a window of 128 MB.
  const wide = {
    params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 27 },
  };
  const bombs = [
    ['zeros', () => createZstdCompress(level), bomb('', '\0'), /a line is longer than 262144/],
    ['one row', () => createZstdCompress(level), bomb(`${start}["`, 'a'), /a row is longer than/],
    ['one line', () => createZstdCompress(level), bomb(`${start}{"`, 'a'), /a line is longer than/],
    [
      'a wide window',
      () => createZstdCompress(wide),
      bomb(`${start}["`, 'a'),
      /unpacked|longer than/,
    ],
    ['gzip', () => createGzip({ level: 1 }), bomb('', '\0'), /is no backup of this service/],
  ] as const;
  for (const [name, pack, content, reason] of bombs) {
    const file = join(folder, name);
    await pipeline(Readable.from(content), pack(), createWriteStream(file));
    const { said, peak } = await restore(folder, file);
    assert.match(said, reason, name);
    assert.ok(peak < MEMORY_MAX, `${name}: ${(peak / 1024 ** 2).toFixed(0)} MB`);
    t.diagnostic(`${name}: ${(peak / 1024 ** 2).toFixed(0)} MB at most`);
  }
});
