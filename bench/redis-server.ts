import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const UP_WITHIN_MS = 5_000;

const program = ['valkey-server', 'redis-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

type RedisServer = Readonly<{ start(): Promise<void>; stop(): Promise<void> }>;

/**
 * The system's Valkey or Redis, keeping nothing on the disk: it forgets all when it is stopped.
 *
 * @param folder of its own
 * @throws Error on `start` when none is installed or it does not come up
 */
export function redisServer(folder: string, port: number): RedisServer {
  let child: ChildProcess | undefined;
  return {
    async start() {
      if (program === undefined)
        throw new Error('neither valkey-server nor redis-server is installed');
      const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder];
      child = spawn(program, [...args, '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });
      const deadline = performance.now() + UP_WITHIN_MS;
      while (!(await accepts(port))) {
        if (performance.now() > deadline) throw new Error(`${program} does not come up`);
        await sleep(20);
      }
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
