import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import sharp from 'sharp';

type Encoding = Readonly<{
  /** Path without its ending: `.avif` and `.webp` are written. */
  path: string;
  /** Of the fallback; the AVIF keeps the width of the shot. */
  fallbackWidth: number;
  bytesMax: number;
}>;

/** From good to just readable: the first that fits is taken. */
const QUALITIES = [62, 54, 46, 38, 30];

/**
 * Writes a shot as AVIF, and as WebP for browsers without it.
 *
 * @returns the sizes in bytes
 * @throws Error where it cannot be made small enough
 */
export async function encodePicture(
  shot: Buffer,
  { path, fallbackWidth, bytesMax }: Encoding,
): Promise<{ avif: number; webp: number }> {
  mkdirSync(dirname(path), { recursive: true });
  const smallest = async (name: string, encode: (quality: number) => Promise<Buffer>) => {
    for (const quality of QUALITIES) {
      const encoded = await encode(quality);
      if (encoded.length > bytesMax) continue;
      writeFileSync(`${path}.${name}`, encoded);
      return encoded.length;
    }
    throw new Error(`${path}.${name} does not fit into ${bytesMax} bytes`);
  };
  return {
    avif: await smallest('avif', (quality) => sharp(shot).avif({ quality, effort: 5 }).toBuffer()),
    webp: await smallest('webp', (quality) =>
      sharp(shot)
        .resize({ width: fallbackWidth })
        .webp({ quality: quality + 16, effort: 5 })
        .toBuffer(),
    ),
  };
}
