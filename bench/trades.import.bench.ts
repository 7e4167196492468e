import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { login } from '@quorate/contract/account';
import { removeImport } from '@quorate/contract/import-records';
import { exportTrades } from '@quorate/contract/trade-export';
import { importTrades, previewImport } from '@quorate/contract/trade-import';
import { DEMO_ACCOUNT } from '../tools/demo/account.ts';
import { makeAccount } from '../tools/demo/make-account.ts';
import { freePort } from '../tools/free-port.ts';
import { startService } from '../tools/service.ts';
import type { Benchmark } from './benchmark.ts';
import { largeReport } from './large-report.ts';

const TRADES = Number(process.env.BENCH_TRADES ?? 50_000);

/**
 * How long the service's event loop is held at most while a report of fifty thousand trades and a hundred
 * thousand deals is looked at, stored, exported in every format and taken back: for so long nobody else is
 * answered. On the embedded database, whose statements run on that very loop.
 */
export const benchmark: Benchmark = {
  name: 'trades.import',
  title: `longest hold of the event loop by a report of ${TRADES} trades, in, out and back`,
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 50 },
  async run({ folder, onEnd, say }) {
    await makeAccount({ dataDir: folder });
    const file = join(folder, 'loop.json');
    const service = await startService({
      port: await freePort(),
      dataDir: folder,
      env: {
        NODE_OPTIONS: `--import=${new URL('./loop-probe.ts', import.meta.url).href}`,
        BENCH_LOOP_FILE: file,
      },
    });
    onEnd(service.stop);
    const report = largeReport(TRADES);
    const body = gzipSync(report);
    const call = await signedIn(service.url);
    const holds: string[] = [];
    let longest = 0;
    const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      await heldSince(folder, file);
      const startedAt = performance.now();
      const result = await work();
      const seconds = (performance.now() - startedAt) / 1_000;
      const held = await heldSince(folder, file);
      longest = Math.max(longest, held.longest);
      holds.push(
        `${what} ${held.longest.toFixed(0)} ms in ${seconds.toFixed(1)} s (p99 ${held.p99.toFixed(0)})`,
      );
      say(holds.at(-1) ?? '');
      return result;
    };
    const choice = '?account_type=demo&clock=new_york_plus_7';
    await timed('preview', () => call('POST', previewImport.path, body));
    const stored = await timed('import', () => call('POST', importTrades.path + choice, body));
    const { created, import_id: id } = importTrades.reply.parse(await stored.json());
    if (created !== TRADES || id === null) throw new Error(`${created} of ${TRADES} were stored`);
    for (const format of ['csv', 'json', 'xlsx'])
      await timed(format, async () =>
        (await call('GET', `${exportTrades.path}?format=${format}`)).arrayBuffer(),
      );
    const path = removeImport.path.replace(':import_id', id);
    const removed = await timed('removal', () => call('POST', path));
    if (removeImport.reply.parse(await removed.json()).removed !== TRADES)
      throw new Error('not all trades were removed');
    return {
      figure: longest,
      note: `${holds.join(', ')}; a page of ${Math.round(report.length / 1e6)} MB, ${(body.length / 1e6).toFixed(1)} MB packed; embedded database`,
    };
  },
};

async function signedIn(url: string) {
  const { username, password } = DEMO_ACCOUNT;
  const reply = await fetch(url + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username_or_email: username, password }),
  });
  const { access_token: token } = login.reply.parse(await reply.json());
  return async (method: 'GET' | 'POST', path: string, body?: Uint8Array<ArrayBuffer>) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/octet-stream' }),
      },
      ...(body && { body }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
}

/** What the probe in the service has seen since it was last asked. */
async function heldSince(folder: string, file: string): Promise<{ longest: number; p99: number }> {
  const { pid } = JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8')) as { pid: number };
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (let tries = 0; tries < 500; tries += 1) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (text.endsWith('}')) return JSON.parse(text) as { longest: number; p99: number };
    await sleep(20);
  }
  throw new Error('the probe does not answer');
}
