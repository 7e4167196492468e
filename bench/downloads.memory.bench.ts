import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '@quorate/contract/account';
import { downloadDesktopInstaller } from '@quorate/contract/downloads';
import { publishRelease } from '../apps/api/src/features/downloads/publish-release.ts';
import { systemClock } from '../apps/api/src/process/clock.ts';
import { DEMO_ACCOUNT } from '../tools/demo/account.ts';
import { makeAccount } from '../tools/demo/make-account.ts';
import { freePort } from '../tools/free-port.ts';
import { startService } from '../tools/service.ts';
import type { Benchmark } from './benchmark.ts';

const SIZE = 720_000_000;
const DOWNLOADS = 20;
const SAMPLE_MS = 50;
const MEGABYTE = 1_000_000;

/**
 * What twenty downloads of a large installer at once cost the service in memory: the highest it had while
 * they ran, over what it had before the first. The file has a hole for its content, so that the disk is no
 * part of it, and the clients, on the same cores, take the bytes as fast as they come.
 */
export const benchmark: Benchmark = {
  name: 'downloads.memory',
  title: `memory that ${DOWNLOADS} downloads of ${SIZE / MEGABYTE} MB at once add to the service`,
  unit: 'MB',
  bar: { of: 'figure', op: '<=', value: 50 },
  async run({ folder, onEnd, say }) {
    await makeAccount({ dataDir: folder });
    await publish(folder);
    const service = await startService({ port: await freePort(), dataDir: folder });
    onEnd(service.stop);
    const token = await tokenOf(service.url);
    const pid = pidOf(folder);
    // What signing in took is given back meanwhile.
    await sleep(3_000);
    const before = residentBytes(pid);
    say(`${DOWNLOADS} downloads`);
    let highest = before;
    const sampling = setInterval(() => {
      highest = Math.max(highest, residentBytes(pid));
    }, SAMPLE_MS);
    const startedAt = performance.now();
    const sizes = await Promise.all(
      Array.from({ length: DOWNLOADS }, () => download(service.url, token)),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    clearInterval(sampling);
    if (sizes.some((size) => size !== SIZE)) throw new Error(`not all came whole: ${sizes.join()}`);
    const megabytes = (bytes: number) => Math.round(bytes / MEGABYTE);
    return {
      figure: (highest - before) / MEGABYTE,
      note: `${megabytes(before)} MB before, ${megabytes(highest)} MB at most, every ${SAMPLE_MS} ms; ${megabytes((SIZE * DOWNLOADS) / seconds)} MB/s in all`,
    };
  },
};

async function publish(folder: string): Promise<void> {
  const source = join(folder, 'setup.exe');
  writeFileSync(source, '');
  truncateSync(source, SIZE);
  const outcome = await publishRelease(
    { releasesDir: join(folder, 'releases'), clock: systemClock },
    { source, version: '1.0.0', fileName: 'desktop-setup-1.0.0.exe', replace: false },
  );
  if (outcome.kind === 'refused') throw new Error(outcome.reason);
}

async function tokenOf(url: string): Promise<string> {
  const { username, password } = DEMO_ACCOUNT;
  const reply = await fetch(url + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username_or_email: username, password }),
  });
  const { access_token } = login.reply.parse(await reply.json());
  return access_token;
}

/** As the service wrote it down for whoever starts on the same folder. */
function pidOf(folder: string): number {
  const { pid } = JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8')) as { pid: number };
  return pid;
}

function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1_024;
}

/** @returns how many bytes came */
async function download(url: string, token: string): Promise<number> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url + downloadDesktopInstaller.path, {
      headers: { authorization: `Bearer ${token}` },
      agent: false,
    })
      .on('response', resolve)
      .on('error', reject);
  });
  let size = 0;
  for await (const chunk of response) size += (chunk as Buffer).length;
  return size;
}
