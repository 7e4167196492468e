import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { apiFaults, CURRENT, documentText, NAMED, RELEASED } from './api/pages.ts';
import { fromRoot } from './root.ts';

const USAGE = `The document of the API, and the gate against changes that break its callers.

  npm run api -- check     compares it with the contract and with the last release
  npm run api -- write     writes it from the contract
  npm run api -- release   takes it as released: later changes are compared with it
`;

const { version } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
const text = documentText(version);
switch (process.argv[2] ?? 'check') {
  case 'check': {
    const faults = apiFaults(text);
    for (const fault of faults) process.stdout.write(`${fault}\n`);
    process.stdout.write(`the API: ${faults.length} faults\n`);
    process.exitCode = faults.length > 0 ? 1 : 0;
    break;
  }
  case 'release':
    mkdirSync(fromRoot('docs/api'), { recursive: true });
    writeFileSync(fromRoot(RELEASED), text);
    writeFileSync(fromRoot(NAMED), '[]\n');
    writeFileSync(fromRoot(CURRENT), text);
    break;
  case 'write':
    mkdirSync(fromRoot('docs/api'), { recursive: true });
    writeFileSync(fromRoot(CURRENT), text);
    break;
  default:
    process.stderr.write(USAGE);
    process.exitCode = 2;
}
