import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { NEWEST_MIGRATION } from '../apps/api/src/db/migrate.ts';
import { sourceStack } from '../apps/api/src/http/source-stack.ts';
import { freePort } from './free-port.ts';
import { fromRoot, ROOT } from './root.ts';
import { run } from './run.ts';
import { startService } from './service.ts';
import { NODE_FLAGS } from './service-build.ts';
import { cleanEnvironment } from './service-environment.ts';

// It builds the service, copies 230 MB and starts what it made: that is what a release is about.
it('a release runs where nothing else of the checkout is: service, site and commands', async (t) => {
  const place = mkdtempSync(join(tmpdir(), 'quorate-release-'));
  t.after(() => rmSync(place, { recursive: true, force: true }));
  const folder = join(place, 'a release');
  const made = await run(process.execPath, [fromRoot('tools/release.ts'), '--folder', folder], {
    output: 'keep',
  });
  assert.equal(made.code, 0, made.output);

  const { schema, files } = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as {
    schema: string;
    files: Record<string, string>;
  };
  assert.equal(schema, NEWEST_MIGRATION);
  for (const name of ['build/service/server.js', 'package.json', 'locales/es.json'])
    assert.equal(files[name], sha256Of(join(folder, name)), name);
  const scripts = readdirSync(join(folder, 'build/service'));
  for (const name of scripts)
    assert.ok(
      !readFileSync(join(folder, 'build/service', name), 'utf8').includes(ROOT),
      `${name} names a folder of the machine that built it`,
    );

  const dataDir = join(place, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const service = await startService({
    port: await freePort(),
    dataDir,
    program: [...NODE_FLAGS, join(folder, 'build/service/server.js')],
  });
  t.after(service.stop);
  assert.match(service.output(), /Quorate \d+\.\d+\.\d+\+\S+ runs at/);
  for (const path of ['/', '/es/pricing']) {
    const page = await fetch(service.url + path);
    assert.match(await page.text(), /<h1/, path);
  }
  const backup = await command(folder, ['backup', join(place, 'backup')], dataDir);
  assert.equal(backup.code, 0, backup.said);
  await service.stop();
  const operators = await command(folder, ['operator', 'list'], dataDir);
  assert.match(operators.said, /Nobody is an operator/);
  for (const name of ['restore', 'export', 'database', 'ledger-key', 'publish:desktop'])
    assert.doesNotMatch((await command(folder, [name, '--no'], dataDir)).said, /ERR_|Cannot find/);

  const built = join(folder, 'build/service/server.js');
  const lines = readFileSync(built, 'utf8').split('\n');
  const line = lines.findIndex((each) => each.includes('The service could not start')) + 1;
  const stack = `Error: x\n    at startFault (${pathToFileURL(built).href}:${line}:3)`;
  assert.match(sourceStack(stack), /at startFault \(apps\/api\/src\/server\.ts:\d+:\d+\)/);
});

function sha256Of(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

async function command(folder: string, words: readonly string[], dataDir: string) {
  const [name = '', ...args] = words;
  const child = spawn(process.execPath, ['--run', name, '--', ...args], {
    cwd: folder,
    env: { ...cleanEnvironment(), DATABASE_URL: 'embedded', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ]);
  return { code, said: out + err };
}
