// Loaded before every TypeScript entry (node --import), in words that an old Node understands: without
// it a wrong Node answers "Unknown file extension .ts", which helps nobody.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NEEDED = 26;

function refuse(sentences) {
  process.stderr.write(`${sentences.join('\n')}\n`);
  process.exit(1);
}

if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  refuse([
    `Quorate needs Node ${NEEDED} or newer; this is Node ${process.versions.node} on ${process.platform} ${process.arch}.`,
    'On Linux x64 and Windows x64 "npm ci" brings the right one: run it, then use the npm scripts (npm start, npm test).',
    `On any other system install Node ${NEEDED} from https://nodejs.org and run "npm ci" again.`,
  ]);
}

if (!existsSync(fileURLToPath(new URL('../node_modules/.package-lock.json', import.meta.url)))) {
  refuse(['The dependencies are not installed yet: run "npm ci" in this folder first.']);
}
