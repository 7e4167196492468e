import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { releaseVersion } from '@quorate/contract/release-version';
import { NEWEST_MIGRATION } from '../apps/api/src/db/migrate.ts';
import releases from '../apps/api/src/db/releases.json' with { type: 'json' };
import { fromRoot, ROOT } from './root.ts';
import { run } from './run.ts';

/** Turns the checkout into a release: dates its changes, sets its version everywhere, commits and tags. */
const USAGE = `npm run release:cut -- 0.2.0
The tree must be clean, and CHANGELOG.md must begin with "## 0.2.0 (not released)".
Then: npm run release, and push with --follow-tags.
`;

type Release = Readonly<{ version: string; schema: string }>;

const say = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const [version = '', ...more] = process.argv.slice(2);
  if (more.length > 0 || !releaseVersion.safeParse(version).success) throw new Error(USAGE);
  await cut(version, releases);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function cut(version: string, before: readonly Release[]): Promise<void> {
  const last = before.at(-1);
  if (last && last.version.localeCompare(version, 'en', { numeric: true }) >= 0)
    throw new Error(`${version} does not come after ${last.version}, the last release.`);
  if ((await git('status', '--porcelain')) !== '')
    throw new Error('Files differ from the last commit. Commit them, or put them away.');
  if ((await git('tag', '--list', `v${version}`)) !== '')
    throw new Error(`There is a tag v${version} already.`);
  const today = new Date(Number(await git('show', '-s', '--format=%ct', 'HEAD')) * 1_000);
  const log = dated(readFileSync(fromRoot('CHANGELOG.md'), 'utf8'), version, today);
  // Nothing was written until here: what is refused leaves nothing to clean up.
  writeFileSync(fromRoot('CHANGELOG.md'), log);
  setVersions(version);
  const all = [...before, { version, schema: NEWEST_MIGRATION }];
  writeFileSync(fromRoot('apps/api/src/db/releases.json'), `${JSON.stringify(all, null, 2)}\n`);
  await git('commit', '--quiet', '--all', '--message', `Release ${version}`);
  await git(
    'tag',
    '--annotate',
    `v${version}`,
    '--message',
    `${version}, schema ${NEWEST_MIGRATION}`,
  );
  say(`Release ${version} at schema ${NEWEST_MIGRATION} is committed and tagged v${version}.`);
}

/** @throws Error where the newest changes are not those of this version, or there are none */
function dated(log: string, version: string, day: Date): string {
  const heading = `## ${version} (not released)\n`;
  const at = log.indexOf('\n## ') + 1;
  if (!log.startsWith(heading, at))
    throw new Error(`CHANGELOG.md must begin with "${heading.trim()}".`);
  const body = log.slice(at + heading.length).trimStart();
  if (!body.replace(/^### .*\s+/, '').startsWith('- '))
    throw new Error(`CHANGELOG.md has no change under "${heading.trim()}".`);
  const date = day.toISOString().slice(0, 10);
  return log.replace(heading, `## ${version} (${date}, schema ${NEWEST_MIGRATION})\n`);
}

type Manifest = {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
};

function setVersions(version: string): void {
  const set = (manifest: Manifest) => {
    manifest.version = version;
    for (const names of [manifest.dependencies ?? {}, manifest.devDependencies ?? {}])
      for (const name of Object.keys(names))
        if (name.startsWith('@quorate/')) names[name] = version;
  };
  const rewrite = (path: string, change: (content: never) => void) => {
    const content = JSON.parse(readFileSync(fromRoot(path), 'utf8')) as never;
    change(content);
    writeFileSync(fromRoot(path), `${JSON.stringify(content, null, 2)}\n`);
  };
  const manifests = globSync('{packages,apps}/*/package.json', { cwd: ROOT });
  for (const path of ['package.json', 'e2e/package.json', ...manifests]) rewrite(path, set);
  rewrite('package-lock.json', (lock: { version: string; packages: Record<string, Manifest> }) => {
    lock.version = version;
    for (const [path, manifest] of Object.entries(lock.packages))
      if (!path.includes('node_modules')) set(manifest);
  });
}

async function git(...args: string[]): Promise<string> {
  const { code, output } = await run('git', args, { cwd: ROOT, output: 'keep' });
  if (code !== 0) throw new Error(`git ${args[0]} failed: ${output.trim()}`);
  return output.trim();
}
