import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildClient } from './client/build-client.ts';
import { fromRoot } from './root.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'build/client' },
    name: { type: 'string' },
  },
});
const { name, version } = JSON.parse(
  readFileSync(fromRoot('packages/client/package.json'), 'utf8'),
);
const folder = resolve(values.out);
await buildClient(folder, { name: values.name ?? name, version });
process.stdout.write(
  `The client is in ${folder}. npm pack there makes a file that anybody can install.\n`,
);
