import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../root.ts';
import { run } from '../../run.ts';
import { EXECUTABLE, makeLauncher, sha256 } from '../executable.ts';
import { drawIcon } from '../icon.ts';
import { LAUNCHER, makeInstaller, type WithoutNode } from '../installer.ts';
import type { Signer } from '../sign.ts';

/** A program of Windows that writes down how it was started, into calls.txt of the person's local folder. */
export async function makeRecorder(folder: string): Promise<string> {
  const output = join(folder, 'recorder.exe');
  const script = join(import.meta.dirname, 'recorder.nsi');
  const { code, output: said } = await run(
    'makensis',
    ['-V2', '-WX', `-DOUTPUT=${output}`, script],
    { output: 'keep' },
  );
  if (code !== 0) throw new Error(said.trim());
  return output;
}

export type SmallRelease = Readonly<{ installer: string; withoutNode: WithoutNode }>;

/** An installer as it is released, but with the recorder for the program and a text for Node. */
export async function makeSmallRelease(
  folder: string,
  {
    version,
    brand = 'Quorate',
    signer = null,
    nodeBytes = 'stands for Node',
  }: Readonly<{ version: string; brand?: string; signer?: Signer | null; nodeBytes?: string }>,
): Promise<SmallRelease> {
  const work = join(folder, `work ${version}`);
  const staged = join(work, 'version');
  const output = join(folder, `setup ${version}.exe`);
  mkdirSync(join(staged, 'resources', 'interface'), { recursive: true });
  const recorder = join(folder, 'recorder.exe');
  const program = readFileSync(existsSync(recorder) ? recorder : await makeRecorder(folder));
  const page = `<!doctype html><title>${version}</title>`;
  writeFileSync(join(staged, EXECUTABLE), program);
  writeFileSync(join(staged, 'resources', 'interface', 'index.html'), page);
  const list = { [EXECUTABLE]: sha256(program), 'resources/interface/index.html': sha256(page) };
  writeFileSync(join(staged, 'files.json'), JSON.stringify(list));
  const icon = drawIcon();
  const launcher = join(work, LAUNCHER);
  const node = join(work, 'node');
  mkdirSync(node);
  writeFileSync(join(node, 'node.exe'), nodeBytes);
  const nodeFolder = `node-26.0.0-${sha256(nodeBytes).slice(0, 12)}`;
  writeFileSync(join(node, 'LICENSE'), 'stands for its licence');
  const nodeList = { LICENSE: sha256('stands for its licence'), 'node.exe': sha256(nodeBytes) };
  writeFileSync(join(node, 'files.json'), JSON.stringify(nodeList));
  await makeLauncher({
    root: ROOT,
    facts: { version, brand, icon },
    node: { folder: nodeFolder, program: join(node, 'node.exe'), bytes: nodeBytes.length },
    staged: { folder: staged, files: ['resources/interface/index.html'] },
    work,
    output: launcher,
  });
  await signer?.sign(launcher);
  const withoutNode = await makeInstaller({
    root: ROOT,
    version,
    brand,
    url: null,
    icon,
    launcher,
    node: { folder: nodeFolder, files: node },
    staged: {
      folder: staged,
      files: ['files.json', EXECUTABLE, 'resources/interface/index.html'],
    },
    signer,
    compression: 'zlib',
    work,
    output,
  });
  return { installer: output, withoutNode };
}
