import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../root.ts';
import { run } from '../../run.ts';
import { EXECUTABLE } from '../executable.ts';
import { drawIcon } from '../icon.ts';
import { makeInstaller } from '../installer.ts';
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

/** An installer as it is released, but with the recorder for the program. @returns its path */
export async function makeSmallRelease(
  folder: string,
  {
    version,
    brand = 'Quorate',
    signer = null,
  }: Readonly<{ version: string; brand?: string; signer?: Signer | null }>,
): Promise<string> {
  const work = join(folder, `work ${version}`);
  const staged = join(work, 'version');
  const output = join(folder, `setup ${version}.exe`);
  mkdirSync(join(staged, 'resources', 'interface'), { recursive: true });
  const recorder = join(folder, 'recorder.exe');
  const program = readFileSync(existsSync(recorder) ? recorder : await makeRecorder(folder));
  const page = `<!doctype html><title>${version}</title>`;
  writeFileSync(join(staged, EXECUTABLE), program);
  writeFileSync(join(staged, 'resources', 'interface', 'index.html'), page);
  const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
  const list = { [EXECUTABLE]: hash(program), 'resources/interface/index.html': hash(page) };
  writeFileSync(join(staged, 'files.json'), JSON.stringify(list));
  await makeInstaller({
    root: ROOT,
    version,
    brand,
    url: null,
    icon: drawIcon(),
    staged: {
      folder: staged,
      files: ['files.json', EXECUTABLE, 'resources/interface/index.html'],
    },
    signer,
    compression: 'zlib',
    work,
    output,
  });
  return output;
}
