import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.ts';
import { copyPostgres, findPostgres } from './binaries.ts';
import { accountToRunAs, temporaryBase } from './run-as.ts';
import { type Server, startAgain, startServer } from './server.ts';

export type OwnPostgres = {
  url: string;
  /** 'fast' sends everybody away first; 'immediate' is as good as a power cut of the program. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  /** Resolves when it takes connections again. */
  start(): Promise<void>;
  remove(): Promise<void>;
};

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/**
 * A PostgreSQL that can be stopped and started again on what it has stored, with real commits.
 *
 * @param options.data where its files lie; a folder of its own by default
 * @returns null where no PostgreSQL is found
 */
export async function startOwnPostgres(
  options: { base?: string } = {},
): Promise<OwnPostgres | null> {
  const [source] = findPostgres(ROOT);
  if (!source) return null;
  const runAs = accountToRunAs();
  const folder = mkdtempSync(join(temporaryBase(runAs), 'quorate-own-postgres-'));
  chmodSync(folder, 0o711);
  const place = options.base ?? join(folder, 'place');
  mkdirSync(place, { recursive: true, mode: 0o700 });
  if (runAs) chownSync(place, runAs.uid, runAs.gid);
  const bin =
    source.kind === 'package'
      ? await copyPostgres(source.bin, join(folder, 'pgsql'), runAs)
      : source.bin;
  const how = { runAs, fsync: true };
  let server: Server = await startServer(bin, place, how);
  const end = async (signal: NodeJS.Signals) => {
    if (server.process.exitCode !== null || server.process.signalCode !== null) return;
    const ended = once(server.process, 'exit');
    server.process.kill(signal);
    await ended;
  };
  const kill = () => server.process.kill('SIGQUIT');
  process.once('exit', kill);
  return {
    url: server.url,
    stop: (mode) => end(SIGNALS[mode]),
    async start() {
      server = await startAgain(bin, place, { ...how, url: server.url });
    },
    async remove() {
      await end('SIGQUIT');
      process.off('exit', kill);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
