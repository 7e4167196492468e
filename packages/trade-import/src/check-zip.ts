import { constants, inflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { checkXml } from './check-xml.ts';
import { UNPACKED_BYTES_MAX, ZIP_ENTRIES_MAX } from './limits.ts';
import { UnreadableReport } from './unreadable.ts';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const END_BYTES = 22;
const STORED = 0;
const DEFLATED = 8;

/**
 * A workbook of the parts that were looked at, and of nothing else. What a directory claims of sizes may be
 * a lie, and what stands between its parts may be a part that it does not name: every named part is
 * unpacked here once, against what is left of the limit, and the rest never reaches the reader.
 *
 * @throws UnreadableReport
 */
export function checkedZip(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const checked: Record<string, Uint8Array> = {};
  let left = UNPACKED_BYTES_MAX;
  for (const { name, method, data } of partsOf(file)) {
    const unpacked = method === STORED ? data : inflated(data, left);
    left -= unpacked.length;
    if (left < 0) throw tooLarge();
    if (!/\.(xml|rels)$/i.test(name)) continue;
    checkXml(unpacked);
    checked[name] = unpacked;
  }
  return zipSync(checked, { level: 0 });
}

function inflated(data: Buffer, most: number): Buffer {
  try {
    const options = { maxOutputLength: Math.max(1, most), finishFlush: constants.Z_SYNC_FLUSH };
    return inflateRawSync(data, options);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw broken();
  }
}

function partsOf(file: Buffer): { name: string; method: number; data: Buffer }[] {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + END_BYTES > file.length || file.readUInt32LE(end) !== END_OF_DIRECTORY)
    throw broken();
  const count = file.readUInt16LE(end + 10);
  if (count > ZIP_ENTRIES_MAX)
    throw new UnreadableReport(
      `The workbook holds ${count} files; at most ${ZIP_ENTRIES_MAX} are read.`,
    );
  let at = file.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    if (at + DIRECTORY_ENTRY_BYTES > file.length || file.readUInt32LE(at) !== DIRECTORY_ENTRY)
      throw broken();
    const method = file.readUInt16LE(at + 10);
    const size = file.readUInt32LE(at + 20);
    const local = file.readUInt32LE(at + 42);
    const names = [28, 30, 32].reduce((sum, place) => sum + file.readUInt16LE(at + place), 0);
    const nameAt = at + DIRECTORY_ENTRY_BYTES;
    const name = file.toString('utf8', nameAt, nameAt + file.readUInt16LE(at + 28));
    at += DIRECTORY_ENTRY_BYTES + names;
    if ((method !== STORED && method !== DEFLATED) || local + LOCAL_HEADER_BYTES > file.length)
      throw broken();
    const start =
      local + LOCAL_HEADER_BYTES + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    return { name, method, data: file.subarray(start, start + size) };
  });
}

function tooLarge(): UnreadableReport {
  return new UnreadableReport(
    `The workbook unpacks to more than ${UNPACKED_BYTES_MAX / 1024 / 1024} MB, which no report does.`,
  );
}

function broken(): UnreadableReport {
  return new UnreadableReport('The workbook is damaged: its parts cannot be unpacked.');
}
