import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '@quorate/contract/openapi/document';
import { breakingChanges } from './api/call-changes.ts';
import { fromRoot } from './root.ts';

/** The API as it is now. */
const CURRENT = 'docs/api/openapi.json';
/** The API as it was last released; what others have built on. */
const RELEASED = 'docs/api/released.json';
/** Breaking changes since that release, each with why: `[{ "change": "…", "reason": "…" }]`. */
const NAMED = 'docs/api/breaking.json';

/** The document with a line for each call, so that a change of one shows as a change of its line. */
function documentText(version: string): string {
  const { paths, ...rest } = openApiDocument({
    title: 'API',
    version,
    url: 'http://localhost:3000',
  });
  const lines = Object.entries(paths).map(
    ([path, methods]) =>
      `${JSON.stringify(path)}:{\n${Object.entries(methods)
        .map(([method, operation]) => `${JSON.stringify(method)}:${JSON.stringify(operation)}`)
        .join(',\n')}}`,
  );
  const head = JSON.stringify(rest);
  return `${head.slice(0, -1)},"paths":{\n${lines.join(',\n')}}}\n`;
}

/** What stands in the way of landing: a stale document, breaking changes without a reason, reasons for none. */
function apiFaults(now: string): string[] {
  if (read(CURRENT) !== now)
    return [`${CURRENT} is not what the contract says: npm run api -- write`];
  const released = read(RELEASED);
  if (released === null) return [`${RELEASED} does not exist: npm run api -- release`];
  const changes = breakingChanges(JSON.parse(released), JSON.parse(now));
  const named: { change: string; reason: string }[] = JSON.parse(read(NAMED) ?? '[]');
  const reasoned = named.filter(({ reason }) => reason.trim().length >= 10);
  return [
    ...changes
      .filter((change) => !reasoned.some((each) => each.change === change))
      .map((change) => `breaks callers: ${change}. Undo it, or give a reason in ${NAMED}`),
    ...named
      .filter(({ change }) => !changes.includes(change))
      .map(({ change }) => `${NAMED} has a reason for what did not change: ${change}`),
  ];
}

function read(path: string): string | null {
  const file = fromRoot(path);
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : null;
}

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
