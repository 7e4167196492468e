import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run.ts';
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
  /** The folder of the version, and its files in order. */
  staged: Readonly<{ folder: string; files: readonly string[] }>;
  /** Signs the launcher, the uninstaller and the installer; null: they stay unsigned. */
  signer: Readonly<{ sign(file: string): Promise<void>; script: string }> | null;
  /** lzma is the smallest and takes a minute; zlib is for a quick try. */
  compression: 'lzma' | 'zlib';
  work: string;
  output: string;
}>;

/**
 * Makes the installer with NSIS. The same input gives the same bytes.
 *
 * @throws Error with the output of makensis
 */
export async function makeInstaller(input: InstallerInput): Promise<void> {
  const { root, work, version, brand, staged, signer, output } = input;
  const scripts = join(root, 'apps/desktop/installer');
  const icon = join(work, 'quorate.ico');
  writeFileSync(icon, input.icon);
  const side = join(work, 'side.bmp');
  writeFileSync(side, drawSidePicture());
  const shared = { BRAND: brand, ICON: icon, SCRIPTS: scripts };

  const launcher = join(work, LAUNCHER);
  await compile(join(scripts, 'launcher.nsi'), { ...shared, VERSION: version, OUTPUT: launcher });
  await signer?.sign(launcher);

  const files = join(work, 'files.nsh');
  writeFileSync(files, fileCommands(staged.folder, staged.files));
  await compile(join(scripts, 'installer.nsi'), {
    ...shared,
    VERSION: version,
    COMPRESSION: input.compression,
    LAUNCHER: launcher,
    SIDE_PICTURE: side,
    FILES: files,
    SIZE_KIB: String(Math.ceil(totalSize(staged) / 1024)),
    OUTPUT: output,
    ...(input.url !== null && { URL: input.url }),
    ...(signer && { SIGN: signer.script }),
  });
  await signer?.sign(output);
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

function totalSize({ folder, files }: InstallerInput['staged']): number {
  return files.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
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
