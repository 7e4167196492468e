import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readVerifierKey, type VerifierKey, verifierKeyText } from '@quorate/tlog/note';
import { signerFromFile } from '@quorate/witness/key-file';
import { serveWitness } from '@quorate/witness/serve';
import { createWitness } from '@quorate/witness/witness';
import { tell, wantsHelp } from '../apps/api/src/commands/command/typed.ts';
import { outliveReaders } from '../apps/api/src/process/output.ts';

const USAGE = `npm run witness -- --name NAME --log KEY [--log KEY …] [--data FOLDER] [--host HOST] [--port PORT]
Sees for others that the log of a service only grows, and cosigns what it has seen.

  --name  what this witness is called: an address without its scheme, as witness.example/w1
  --log   the key of a log to follow, as the service prints it with npm run ledger-key
  --data  where its key and what it has seen are kept; .witness by default. Whoever has that folder can
          sign in its name, and without it the witness has seen nothing
  --host  127.0.0.1 by default; put a proxy with TLS before it
  --port  4600 by default
`;

type Settings = Readonly<{
  name: string;
  logs: readonly VerifierKey[];
  data: string;
  host: string;
  port: number;
}>;

/** @throws Error that says what is wrong with the words */
function readSettings(words: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...words],
    options: {
      name: { type: 'string' },
      log: { type: 'string', multiple: true, default: [] },
      data: { type: 'string', default: '.witness' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '4600' },
    },
  });
  const { name = '', host } = values;
  const logs = values.log.map((text) => {
    const key = readVerifierKey(text);
    if (!key) throw new Error(`${text} is no key of a log`);
    return key;
  });
  const port = Number(values.port);
  if (!/^[^\s+]+$/.test(name)) throw new Error('--name is needed, without spaces');
  if (logs.length === 0) throw new Error('--log is needed: there is no log to follow');
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${values.port} is no port`);
  return { name, logs, data: resolve(process.env.INIT_CWD ?? '.', values.data), host, port };
}

function readOrExplain(words: readonly string[]): Settings {
  try {
    return readSettings(words);
  } catch (error) {
    if (!wantsHelp(words))
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n`);
    process.exit(tell(USAGE, words));
  }
}

outliveReaders();
const { name, logs, data, host, port } = readOrExplain(process.argv.slice(2));
mkdirSync(data, { recursive: true, mode: 0o700 });
const signer = signerFromFile(join(data, 'witness.key'), name);
const witness = createWitness(join(data, 'witness.sqlite'), { signer, logs, clock: Date.now });
const keyText = verifierKeyText(signer.key);
const say = (line: string) => void process.stdout.write(`${new Date().toISOString()} ${line}\n`);
const server = serveWitness(witness, { keyText, log: say });
server.listen(port, host, () => {
  const address = server.address();
  const own = typeof address === 'object' && address ? address.port : port;
  process.stdout.write(
    `The witness is at http://${host}:${own}. Give its key to the service:\n${keyText}\n`,
  );
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    server.close(() => witness.close());
    server.closeIdleConnections();
  });
