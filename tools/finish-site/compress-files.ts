import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** Texts that the service sends as they are. Into pages, sitemap and robots it writes its own origin. */
const TEXT = new Set(['.css', '.js', '.json', '.svg', '.webmanifest']);

/**
 * Writes a compressed copy beside every text file that no service changes, called after it with `.br` at the end, so that no
 * service spends time on it.
 *
 * @returns how many there are, and their sizes in bytes before and after
 */
export async function compressFiles(
  folder: string,
): Promise<{ count: number; bytes: number; compressed: number }> {
  const names = await readdir(folder, { recursive: true });
  const sums = { count: 0, bytes: 0, compressed: 0 };
  for (const name of names.filter((path) => TEXT.has(extname(path)))) {
    const content = await readFile(join(folder, name));
    const small = await compress(content);
    await writeFile(join(folder, `${name}.br`), small);
    sums.count += 1;
    sums.bytes += content.length;
    sums.compressed += small.length;
  }
  return sums;
}

/** The smallest that Brotli makes of it. */
function compress(content: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}
