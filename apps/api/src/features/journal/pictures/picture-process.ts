import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

// Reads one picture from standard input and writes it again, as WebP and without anything but its pixels. A
// process of its own: a file that brings the reader down, or keeps it busy, takes nothing else along.

export type PictureHead =
  | Readonly<{ kind: 'picture'; width: number; height: number; bytes: number; thumbBytes: number }>
  | TooLarge
  | Readonly<{ kind: 'damaged' }>;

/** `millions` of pixels fit. */
export type TooLarge = Readonly<{
  kind: 'too_large';
  width: number;
  height: number;
  millions: number;
}>;

/** Pixels that are unpacked, at most: a few bytes can stand for very many. */
const PIXELS_MAX = 40_000_000;
const KEPT_BYTES_MAX = 700_000;

/** Given by whoever starts it: what makes the contract takes longer to load than the picture to read. */
const [sideMax = 0, thumbMax = 0] = process.argv.slice(2).map(Number);

/** Tried in this order until the result is small enough; the last one always is. */
const WAYS = [
  { side: sideMax, quality: 82 },
  { side: sideMax, quality: 60 },
  { side: 1_200, quality: 55 },
  { side: 900, quality: 40 },
];

// Of all that the library reads, these three.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

const file = await buffer(process.stdin);
const { head, parts } = await made(file);
process.stdout.write(`${JSON.stringify(head)}\n`);
for (const part of parts) process.stdout.write(part);

async function made(bytes: Buffer): Promise<{ head: PictureHead; parts: Buffer[] }> {
  try {
    // Of the file's head alone: nothing is unpacked before its size is known.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > PIXELS_MAX)
      return {
        head: { kind: 'too_large', width, height, millions: PIXELS_MAX / 1_000_000 },
        parts: [],
      };
    return await written(bytes);
  } catch {
    return { head: { kind: 'damaged' }, parts: [] };
  }
}

async function written(bytes: Buffer) {
  for (const [index, { side, quality }] of WAYS.entries()) {
    const { data, info } = await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality })
      .toBuffer({ resolveWithObject: true });
    if (data.length > KEPT_BYTES_MAX && index < WAYS.length - 1) continue;
    const thumb = await sharp(data)
      .resize({
        width: thumbMax,
        height: thumbMax,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality: 70 })
      .toBuffer();
    const head = {
      kind: 'picture',
      width: info.width,
      height: info.height,
      bytes: data.length,
      thumbBytes: thumb.length,
    } as const;
    return { head, parts: [data, thumb] };
  }
  throw new Error('no way of writing the picture was left');
}
