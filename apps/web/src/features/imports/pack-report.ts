/** The first letters of a zip file, which a workbook is. */
const ZIP_MARK = [0x50, 0x4b];

/**
 * The file as it travels: pages of text packed with gzip, where the browser can. A report of fifty thousand
 * trades has a hundred megabytes, and packed five. A workbook is packed by itself.
 */
export async function packReport(file: File): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isZip = ZIP_MARK.every((mark, index) => bytes[index] === mark);
  const { body } = new Response(bytes);
  if (isZip || !body || !('CompressionStream' in globalThis)) return bytes;
  const packed = body.pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}
