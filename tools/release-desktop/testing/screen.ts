import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { killOnExit, run } from '../../run.ts';
import { missingPrograms, XVFB, XWININFO } from '../programs.ts';

/** Why nothing can be shown here, for a test to skip itself with; false where it can. */
export const withoutScreen: string | false = missingPrograms([XVFB, XWININFO]).join('; ') || false;

/** A screen that nobody looks at. */
export type Screen = Readonly<{
  /** For the environment of programs. */
  display: string;
  /** Titles of the windows on it. */
  titles(): Promise<string>;
  /** What is on it now, as a picture. */
  picture(file: string): Promise<void>;
  end(): void;
}>;

/** @param folder takes what is on the screen */
export async function openScreen(folder: string): Promise<Screen> {
  const options = ['-displayfd', '3', '-screen', '0', '1024x768x24', '-fbdir', folder];
  const server = spawn(XVFB.name, options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const spare = killOnExit(server);
  const [number] = (await once(server.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  const display = `:${number.toString().trim()}`;
  return {
    display,
    async titles() {
      const env = { ...process.env, DISPLAY: display };
      const { output } = await run(XWININFO.name, ['-root', '-tree'], { env, output: 'keep' });
      return output;
    },
    async picture(file) {
      const { width, height, pixels } = framebuffer(readFileSync(join(folder, 'Xvfb_screen0')));
      const raw = { width, height, channels: 4 } as const;
      await sharp(pixels, { raw }).removeAlpha().png().toFile(file);
    },
    end() {
      server.kill('SIGKILL');
      spare();
    },
  };
}

/** Reads a window dump of X11: a header, colours, and four bytes a pixel, blue first. */
function framebuffer(dump: Buffer) {
  const field = (index: number) => dump.readUInt32BE(4 * index);
  const [width, height, lineBytes] = [field(4), field(5), field(12)];
  const from = field(0) + 12 * field(19);
  const pixels = Buffer.alloc(4 * width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = from + y * lineBytes + 4 * x;
      const to = 4 * (y * width + x);
      pixels[to] = dump[at + 2] ?? 0;
      pixels[to + 1] = dump[at + 1] ?? 0;
      pixels[to + 2] = dump[at] ?? 0;
      pixels[to + 3] = 255;
    }
  }
  return { width, height, pixels };
}
