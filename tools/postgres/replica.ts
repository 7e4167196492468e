import { chmodSync, chownSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { executable } from './binaries.ts';
import type { RunAs } from './run-as.ts';
import { postgresArguments, type Server, start, untilItAnswers } from './server.ts';

/**
 * Starts a replica that follows a server by streaming replication.
 *
 * @param data a copy of the server's cluster from before it ever ran: both begin at the same place
 * @throws Error with the replica's own last words when it does not come up
 */
export async function startReplica(
  bin: string,
  folder: string,
  data: string,
  options: { runAs: RunAs; fsync: boolean; primary: string },
): Promise<Server> {
  chmodSync(data, 0o700);
  writeFileSync(join(data, 'standby.signal'), '');
  if (options.runAs) {
    for (const name of ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })])
      chownSync(join(data, name), options.runAs.uid, options.runAs.gid);
  }
  const port = await freePort();
  const url = new URL(options.primary);
  url.port = String(port);
  const log = join(folder, 'replica.log');
  const args = [
    ...postgresArguments(data, port, options),
    '-c',
    `primary_conninfo=${options.primary}`,
  ];
  const child = start(executable(bin, 'postgres'), args, { folder, log, runAs: options.runAs });
  await untilItAnswers(child, port, log);
  return { url: url.href, process: child };
}
