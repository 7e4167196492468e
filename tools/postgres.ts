import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fromRoot } from './root.ts';

export type RunningPostgres = {
  /** Of a superuser on an empty database, `postgresql://user:password@127.0.0.1:port/postgres`. */
  url: string;
  /** Of a replica that follows it, where one was asked for. */
  replicaUrl: string | undefined;
  /** Stops the server and removes every trace of it. May be called twice. */
  stop: () => Promise<void>;
};

/**
 * Starts a temporary PostgreSQL on a free port: the one from npm, else an installed one. It works as
 * root and as an ordinary user, and ends with the calling process however that ends.
 *
 * @param options.fsync true where the time of a real commit matters (benchmarks); false is faster
 * @param options.socket it is reached over its socket in the file system, as on one machine it should be:
 *   a statement over the network's own stack costs both sides more than what is done about it
 * @param options.replica a second server follows it by streaming replication
 * @param options.sharedBuffers memory for pages, such as '2GB'; by default PostgreSQL's own 128 MB
 * @throws Error when no PostgreSQL is found or none starts; its own last words are in the message
 * @example
 * const postgres = await startPostgres();
 * try { await migrate(postgres.url); } finally { await postgres.stop(); }
 */
export async function startPostgres(
  options: { fsync?: boolean; sharedBuffers?: string; socket?: boolean; replica?: boolean } = {},
): Promise<RunningPostgres> {
  const args = [
    fromRoot('tools/postgres/supervise.ts'),
    ...(options.fsync ? ['--fsync'] : []),
    ...(options.socket ? ['--socket'] : []),
    ...(options.replica ? ['--replica'] : []),
    ...(options.sharedBuffers ? [`--shared-buffers=${options.sharedBuffers}`] : []),
  ];
  const supervisor = spawn(process.execPath, args, {
    // In a group of its own, so that Ctrl-C reaches it through us, after our tests have let go.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = once(supervisor, 'exit');
  const stop = async () => {
    supervisor.ref();
    supervisor.stdin.end();
    await exit;
  };
  const answer = await firstLine(supervisor.stdout);
  // A caller that forgets to stop us still ends; our end follows from its own.
  supervisor.unref();
  if (answer.url === undefined) {
    await stop();
    throw new Error(`PostgreSQL cannot be started: ${answer.error ?? 'its supervisor ended'}`);
  }
  return { url: answer.url, replicaUrl: answer.replicaUrl, stop };
}

async function firstLine(
  stream: NodeJS.ReadableStream,
): Promise<{ url?: string; replicaUrl?: string; error?: string }> {
  for await (const line of createInterface({ input: stream })) return JSON.parse(line);
  return {};
}
