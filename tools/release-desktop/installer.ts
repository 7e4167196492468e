import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run.ts';
import { sizeOf } from './executable.ts';
import { BOX, GROUND, INK, isInk, SAMPLES } from './icon.ts';

/** What people start; it takes the version that is current. */
export const LAUNCHER = 'Quorate.exe';

type InstallerInput = Readonly<{
  root: string;
  version: string;
  brand: string;
  /** Address of the product's site, shown among the installed apps; null: none. */
  url: string | null;
  icon: Buffer;
  /** What people start. */
  launcher: string;
  /** The folder of the version, and its files in order. */
  staged: Readonly<{ folder: string; files: readonly string[] }>;
  /** The name of the folder that Node is installed in, and the folder here, with node.exe and the list of it. */
  node: Readonly<{ folder: string; files: string }>;
  /** Signs the package, the uninstaller and the installer; null: they stay unsigned. */
  signer: Readonly<{ sign(file: string): Promise<void>; script: string }> | null;
  /** lzma is the smallest and takes a minute; zlib is for a quick try. */
  compression: 'lzma' | 'zlib';
  work: string;
  output: string;
}>;

/** The part of an installer that is the version without Node: an app that has this Node downloads no more. */
export type WithoutNode = Readonly<{ node: string; offset: number; size: number; sha512: string }>;

/**
 * Makes the installer with NSIS. The same input gives the same bytes.
 *
 * @returns where in it the version without Node lies
 * @throws Error with the output of makensis
 */
export async function makeInstaller(input: InstallerInput): Promise<WithoutNode> {
  const { root, work, version, brand, staged, node, signer, output, compression } = input;
  const scripts = join(root, 'apps/desktop/installer');
  const icon = join(work, 'quorate.ico');
  writeFileSync(icon, input.icon);
  const side = join(work, 'side.bmp');
  writeFileSync(side, drawSidePicture());
  const shared = {
    BRAND: brand,
    ICON: icon,
    SCRIPTS: scripts,
    VERSION: version,
    COMPRESSION: compression,
    NODE_FOLDER: node.folder,
  };

  const files = join(work, 'files.nsh');
  writeFileSync(files, fileCommands(staged.folder, staged.files));
  const contained = join(work, 'version.exe');
  await compile(join(scripts, 'version.nsi'), { ...shared, FILES: files, OUTPUT: contained });
  await signer?.sign(contained);

  const sizes = [
    ...staged.files.map((path) => join(staged.folder, path)),
    `${node.files}/node.exe`,
  ];
  await compile(join(scripts, 'installer.nsi'), {
    ...shared,
    LAUNCHER: input.launcher,
    PACKAGE: contained,
    NODE_FILES: node.files,
    SIDE_PICTURE: side,
    SIZE_KIB: String(Math.ceil(sizes.reduce((sum, file) => sum + sizeOf(file), 0) / 1024)),
    OUTPUT: output,
    ...(input.url !== null && { URL: input.url }),
    ...(signer && { SIGN: signer.script }),
  });
  await signer?.sign(output);
  const bytes = readFileSync(contained);
  const offset = readFileSync(output).indexOf(bytes);
  if (offset === -1) throw new Error(`${output} does not hold ${contained} as it is`);
  const sha512 = createHash('sha512').update(bytes).digest('hex');
  return { node: node.folder, offset, size: bytes.length, sha512 };
}

async function compile(script: string, facts: Readonly<Record<string, string>>): Promise<void> {
  const defines = Object.entries(facts).map(([name, value]) => `-D${name}=${value}`);
  const { code, output } = await run('makensis', ['-V2', '-WX', '-NOCD', ...defines, script], {
    output: 'keep',
    // The compiler itself writes the time nowhere; this is for what it starts.
    env: { ...process.env, TZ: 'UTC', LC_ALL: 'C.UTF-8' },
  });
  if (code !== 0) throw new Error(`${script} cannot be compiled:\n${output.trim()}`);
}

/** One command for each file: NSIS by itself takes them in the order in which the disk has them. */
function fileCommands(folder: string, files: readonly string[]): string {
  let at: string | null = null;
  const lines = ['; Written by the release.'];
  for (const path of files) {
    const parent = path.split('/').slice(0, -1).join('\\');
    if (parent !== at) {
      lines.push(`SetOutPath "$Target${parent === '' ? '' : `\\${parent}`}"`);
      at = parent;
    }
    lines.push(`File "${join(folder, path)}"`);
  }
  return `${lines.join('\n')}\n`;
}

// What NSIS shows beside the first and the last page, and has its own picture for otherwise.
const WIDTH = 164;
const HEIGHT = 314;
/** Pixels that the mark is wide, and where its middle is from the top. */
const MARK = 150;
const MIDDLE = 120;
const HEADER = 54;

/** The brand's mark on its ground, as a bitmap without alpha. The same bytes each time. */
function drawSidePicture(): Buffer {
  const picture = Buffer.alloc(HEADER + WIDTH * HEIGHT * 3);
  picture.write('BM', 'latin1');
  picture.writeUInt32LE(picture.length, 2);
  picture.writeUInt32LE(HEADER, 10);
  picture.writeUInt32LE(40, 14);
  picture.writeInt32LE(WIDTH, 18);
  picture.writeInt32LE(HEIGHT, 22);
  picture.writeUInt16LE(1, 26);
  picture.writeUInt16LE(24, 28);
  for (let row = 0; row < HEIGHT; row += 1) {
    for (let column = 0; column < WIDTH; column += 1) {
      const ink = inkAt(column, row);
      const mix = (ground: number, line: number) => Math.round(ground + (line - ground) * ink);
      // From the bottom up, blue before red; a row's length is a multiple of four as it is.
      const at = HEADER + ((HEIGHT - 1 - row) * WIDTH + column) * 3;
      picture[at] = mix(GROUND.blue, INK.blue);
      picture[at + 1] = mix(GROUND.green, INK.green);
      picture[at + 2] = mix(GROUND.red, INK.red);
    }
  }
  return picture;
}

/** How much of a pixel is on a line, from 0 to 1. */
function inkAt(column: number, row: number): number {
  const inBox = (pixel: number, middle: number) => ((pixel - middle) / MARK) * BOX + BOX / 2;
  let ink = 0;
  for (let sample = 0; sample < SAMPLES ** 2; sample += 1) {
    const x = inBox(column + ((sample % SAMPLES) + 0.5) / SAMPLES, WIDTH / 2);
    const y = inBox(row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES, MIDDLE);
    if (isInk({ x, y })) ink += 1;
  }
  return ink / SAMPLES ** 2;
}
