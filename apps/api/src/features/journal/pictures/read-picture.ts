import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { msg } from '@lingui/core/runtime-macro';
import { JOURNAL_PICTURE_SIDE_MAX, JOURNAL_THUMB_SIDE_MAX } from '@quorate/contract/journal';
import pLimit from 'p-limit';
import { AppError } from '../../../http/app-error.ts';
import type { Words } from '../../../http/error-words.ts';
import { countWords } from '../../../words/figures.ts';
import type { PictureHead, TooLarge } from './picture-process.ts';

/** Pictures that are read at a time. */
const AT_ONCE = 2;
/** Under way at once, received or waiting: each is as large as a file may be. */
const UNDER_WAY_MAX = 12;
const PER_USER_MAX = 3;
const BUSY_RETRY_S = 5;
/** The largest takes a few seconds on one slow core. */
const READ_MS = 25_000;

const PROCESS = fileURLToPath(new URL('./picture-process.ts', import.meta.url));

const SIDES = [JOURNAL_PICTURE_SIDE_MAX, JOURNAL_THUMB_SIDE_MAX].map(String);

const inTurn = pLimit(AT_ONCE);
const places = new Map<string, number>();
let underWay = 0;

/**
 * Takes a place before the file is received, which bounds the memory for files, too.
 *
 * @returns gives it back
 * @throws AppError pictures_busy
 */
export function takePlace(userId: string): () => void {
  const own = places.get(userId) ?? 0;
  if (own >= PER_USER_MAX || underWay >= UNDER_WAY_MAX)
    throw new AppError('pictures_busy', { details: { retry_after_s: BUSY_RETRY_S } });
  places.set(userId, own + 1);
  underWay += 1;
  return () => {
    const left = (places.get(userId) ?? 1) - 1;
    if (left > 0) places.set(userId, left);
    else places.delete(userId);
    underWay -= 1;
  };
}

export type ReadPicture = Readonly<{
  width: number;
  height: number;
  picture: Uint8Array;
  thumb: Uint8Array;
}>;

/**
 * The pixels of a PNG, JPEG or WebP as WebP, at most 1,600 on the longer side, and a thumbnail. Of an animated
 * file the first picture is kept.
 *
 * @throws AppError picture_unreadable, caller_gone
 */
export function readPicture(file: Uint8Array, gone: AbortSignal): Promise<ReadPicture> {
  if (!isKnownKind(file))
    throw unreadable(msg`Add a PNG, JPEG or WebP file. Other kinds of files are not taken.`);
  return inTurn(() => {
    if (gone.aborted) throw new AppError('caller_gone');
    return inProcess(file);
  });
}

/** By its first bytes: a name proves nothing, and no other reader is to see it. */
function isKnownKind(file: Uint8Array): boolean {
  const text = (from: number, to: number) =>
    Buffer.from(file.subarray(from, to)).toString('latin1');
  return (
    text(0, 8) === '\x89PNG\r\n\x1a\n' ||
    text(0, 3) === '\xff\xd8\xff' ||
    (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP')
  );
}

async function inProcess(file: Uint8Array): Promise<ReadPicture> {
  const child = spawn(process.execPath, [PROCESS, ...SIDES], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: READ_MS,
    killSignal: 'SIGKILL',
  });
  // One that ends early, or cannot begin, takes no more of the file; what it said, or did not say, decides.
  child.stdin.on('error', () => undefined);
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  failed.catch(() => undefined);
  child.stdin.end(file);
  const said = await Promise.race([buffer(child.stdout), failed]);
  const end = said.indexOf('\n');
  if (end < 0)
    throw unreadable(
      msg`The picture takes too long to read, or cannot be read. Save it in another format.`,
    );
  const head = JSON.parse(said.subarray(0, end).toString('utf8')) as PictureHead;
  if (head.kind === 'too_large') throw unreadable(tooLarge(head));
  if (head.kind === 'damaged')
    throw unreadable(msg`The picture is damaged or not complete. Save it again, then add it.`);
  const { width, height, bytes, thumbBytes } = head;
  const picture = said.subarray(end + 1, end + 1 + bytes);
  const thumb = said.subarray(end + 1 + bytes, end + 1 + bytes + thumbBytes);
  if (thumb.length !== thumbBytes) throw new Error('the reader of pictures ended too early');
  return { width, height, picture, thumb };
}

function tooLarge({ width, height, millions }: TooLarge): Words {
  return (i18n) => {
    const [wide, high] = [countWords(i18n, width), countWords(i18n, height)];
    return i18n.t(
      msg`The picture has ${{ width: wide }} x ${{ height: high }} pixels; at most ${{ millions }} million fit. Make it smaller, then add it again.`,
    );
  };
}

function unreadable(reason: Words): AppError {
  return new AppError('picture_unreadable', { details: { reason } });
}
