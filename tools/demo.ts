import { once } from 'node:events';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { endTogether } from './end-together.ts';
import { fromRoot } from './root.ts';
import { startService } from './service.ts';
import { ensureSite } from './site.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

say(`Quorate's demo is starting (Node ${process.versions.node}).`);
try {
  await demo(
    portFrom(process.env.PORT || '3000'),
    resolve(process.env.DATA_DIR || fromRoot('.data/demo')),
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function portFrom(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new Error(`PORT is '${text}'; it must be a whole number from 1 to 65535`);
}

async function demo(port: number, dataDir: string): Promise<void> {
  await expectFree(port);
  await ensureSite(say);
  // What the demo stores is for its user alone; the site above is for everybody.
  process.umask(0o077);
  makeFolder(dataDir);
  // The port after ours, as always: links of bills are kept with it.
  const env = { DEMO: 'on', PADDLE_EMULATOR_PORT: '' };
  const service = await startService({ port, dataDir, env });
  endTogether([], service.stop);
  say(
    [
      '',
      `  The live demo  ${service.url}/demo`,
      `  The site       ${service.url}`,
      `  Data           ${dataDir}`,
      '',
      'A paper account trades four weeks of a made-up market in eight minutes, then a five-minute bar per minute.',
      'Ctrl-C ends everything; the next start goes on.',
      '',
    ].join('\n'),
  );
}

/** Asked before anything is built or stored: the service itself would say it only at the end. */
async function expectFree(port: number): Promise<void> {
  const server = createServer();
  server.listen(port, 'localhost');
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new Error(
      `Port ${port} cannot be used (another program, maybe another demo, has it). Stop that one, or choose another port: PORT=3001 npm run demo`,
      { cause },
    );
  }
  server.close();
  await once(server, 'close');
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new Error(`The folder ${folder} cannot be written to. Set DATA_DIR to another one.`, {
      cause,
    });
  }
}
