import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { catalogueFileSchema } from './catalogue-file.ts';
import { type EmulatorOptions, startEmulator } from './start-emulator.ts';

const HELP = `Usage: node src/main.ts [options]

  --port NUMBER        port of 127.0.0.1 (default 8900)
  --seed TEXT          the same seed gives the same ids and keys (default: random)
  --state FOLDER       keeps everything across restarts
  --catalogue FILE     JSON with products and prices that exist from the start
  --webhook URL        where every event is sent
  --help
`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8900' },
    seed: { type: 'string' },
    state: { type: 'string' },
    catalogue: { type: 'string' },
    webhook: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  process.stdout.write(HELP);
} else {
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    process.stderr.write(`--port takes 0 to 65535, not '${values.port}'\n`);
    process.exit(1);
  }
  const options: EmulatorOptions = { port };
  if (values.seed !== undefined) options.seed = values.seed;
  if (values.state !== undefined) options.stateFolder = values.state;
  if (values.webhook !== undefined) options.webhookUrl = values.webhook;
  if (values.catalogue !== undefined) {
    const text = readFileSync(values.catalogue, 'utf8');
    options.catalogue = catalogueFileSchema.parse(JSON.parse(text));
  }
  const emulator = await startEmulator(options);
  const lines = [
    `API and pages    ${emulator.url}`,
    `Script           ${emulator.script}`,
    `API key          ${emulator.apiKey}`,
    `Client token     ${emulator.clientToken}`,
    `Webhook secret   ${emulator.webhookSecret ?? 'none: no --webhook was given'}`,
  ];
  process.stdout.write(`Test mode: no real card is charged\n${lines.join('\n')}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void emulator.stop());
  }
}
