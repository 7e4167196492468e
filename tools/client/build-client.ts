import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_TIMEOUT_MS, type Endpoint } from '@quorate/contract/endpoint';
import { ENDPOINTS } from '@quorate/contract/endpoints';
import { rolldown } from 'rolldown';
import { fromRoot } from '../root.ts';
import { declarations } from './declarations.ts';

/**
 * Writes the client as a package that anybody can install: plain JavaScript without dependencies, types,
 * and how to use it. What was in the folder is gone.
 *
 * @param name what the package is called
 */
export async function buildClient(
  folder: string,
  { name, version }: { name: string; version: string },
): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const client = (file: string) => JSON.stringify(fromRoot(`packages/client/src/${file}.ts`));
  const entry = join(folder, 'entry.js');
  writeFileSync(
    entry,
    `import { createClientOf } from ${client('create-client')};
export { ApiError, NoAnswerError } from ${client('create-client')};
export { pages } from ${client('pages')};
const CALLS = ${JSON.stringify(callTable(ENDPOINTS))};
export const createClient = (options) => createClientOf(CALLS, options);
`,
  );
  const bundle = await rolldown({ input: entry, platform: 'neutral' });
  await bundle.write({ file: join(folder, 'index.js'), format: 'esm' });
  await bundle.close();
  rmSync(entry);
  writeFileSync(join(folder, 'index.d.ts'), declarations(ENDPOINTS));
  writeFileSync(join(folder, 'README.md'), clientReadme(name));
  const manifest = {
    name,
    version,
    description: 'Typed client of the service’s API',
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    files: ['index.js', 'index.d.ts', 'README.md'],
    sideEffects: false,
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function callTable(endpoints: Readonly<Record<string, Endpoint>>) {
  return Object.fromEntries(
    Object.entries(endpoints).map(([name, { method, path, events, file, fileBody, timeoutMs }]) => [
      name,
      {
        method,
        path,
        answer: events ? 'events' : file ? 'file' : 'json',
        sendsFile: fileBody ?? false,
        timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS,
      },
    ]),
  );
}

/** How to use the package, as its README says it. */
function clientReadme(name: string): string {
  return `# ${name}

A typed client of the service's API: one function for each call, no dependencies, for Node 20 or newer and browsers.

\`\`\`ts
import { ApiError, createClient, pages } from '${name}';

// Security → Devices on the dashboard makes the code.
const url = 'https://the-service.example';
const { access_token } = await createClient({ url }).claimDevice({
  body: { code: 'ABCD-EFGH', device: { kind: 'bot', name: 'My program' } },
});

const client = createClient({ url, token: access_token });
try {
  for await (const { decisions } of pages(client.listDecisions)) console.log(decisions);
} catch (error) {
  if (error instanceof ApiError && error.code === 'rate_limited') console.log(error.retryAfterS);
  else throw error;
}
\`\`\`

- A refused call throws an \`ApiError\` with \`code\`, \`status\`, \`details\`, \`fields\`, \`requestId\` and \`retryAfterS\`; a call without an answer a \`NoAnswerError\`. Every write can be sent twice, so both may be tried again.
- Calls that only read are sent again automatically, twice, after no answer and when the service asks for patience.
- Every call takes \`{ signal, timeoutMs }\` as its second argument. Files and events have to begin within that time, and may last.
- Events that break off end with a \`NoAnswerError\`: call again with the \`id\` of the last one as \`lastEventId\`, and they go on behind it.
- Replies grow: pass over fields you do not know, and expect codes that are not in the list.
`;
}
