import {
  noteText,
  readNote,
  readVerifierKey,
  signatureLine,
  type VerifierKey,
  verifierKeyText,
  verifyNote,
} from '@quorate/tlog/note';

/** That one key follows another, from some moment on. Another name is another key, too: its id is made of both. */
export type KeyChange = Readonly<{ at: string; before: VerifierKey; now: VerifierKey }>;

const KEY = '/key';

/** What both keys sign. As a checkpoint begins, with `/key` behind it: the two can never be taken for each other. */
export function keyChangeText({ at, before, now }: KeyChange): string {
  return [now.name + KEY, at, verifierKeyText(before), verifierKeyText(now), ''].join('\n');
}

type Sign = (text: string) => Uint8Array;

/** @param signs with the key before and with the key of now; null where that is lost */
export function keyChangeNote(
  change: KeyChange,
  signs: Readonly<{ before: Sign | null; now: Sign }>,
): string {
  const text = keyChangeText(change);
  const lines = [signatureLine({ ...change.now, bytes: signs.now(text) })];
  if (signs.before) lines.unshift(signatureLine({ ...change.before, bytes: signs.before(text) }));
  return noteText(text, lines);
}

/** @returns null for what is no note about a key, to the byte */
export function readKeyChange(note: string): KeyChange | null {
  const read = readNote(note);
  if (!read) return null;
  const [, at = '', one = '', other = ''] = read.text.split('\n');
  const [before, now] = [readVerifierKey(one), readVerifierKey(other)];
  if (!before || !now) return null;
  const change = { at, before, now };
  return keyChangeText(change) === read.text ? change : null;
}

/** Whether both keys have signed that one follows the other. */
async function isAgreed(note: string, { before, now }: KeyChange): Promise<boolean> {
  const read = readNote(note);
  if (!read) return false;
  const [by, own] = [await verifyNote(read, before), await verifyNote(read, now)];
  return by.kind === 'signed' && own.kind === 'signed';
}

/** The keys that lead to one, the newest first. @param notes about changes of the key, oldest first */
export async function keysBefore(
  key: VerifierKey,
  notes: readonly string[],
): Promise<VerifierKey[]> {
  const before: VerifierKey[] = [];
  for (const note of notes.toReversed()) {
    const change = readKeyChange(note);
    const follows = change && verifierKeyText(change.now) === verifierKeyText(before.at(-1) ?? key);
    if (follows && (await isAgreed(note, change))) before.push(change.before);
  }
  return before;
}

/**
 * The newest key that a trusted one leads to: each change has to be signed by the key before it and by its own.
 *
 * @param notes about changes of the key, oldest first
 */
export async function followKeys(
  trusted: VerifierKey,
  notes: readonly string[],
): Promise<VerifierKey> {
  let key = trusted;
  for (const note of notes) {
    const change = readKeyChange(note);
    if (!change || verifierKeyText(change.before) !== verifierKeyText(key)) continue;
    if (await isAgreed(note, change)) key = change.now;
  }
  return key;
}

/**
 * What somebody who has pinned the key of a log finds it signed with now. `first`: none was pinned. `same`: the pinned one.
 * `followed`: the pinned one vouches for it. `changed`: nothing leads to it from the pinned one.
 */
export type PinnedKey =
  | Readonly<{ kind: 'first' | 'same' | 'followed'; now: VerifierKey }>
  | Readonly<{ kind: 'changed'; pinned: VerifierKey; now: VerifierKey }>;

/**
 * Compares the key that a log is signed with now with the one that was pinned.
 *
 * @param pinned null where none was
 * @param readChanges notes about changes of the key, oldest first; asked only where the keys differ
 */
export async function comparePinned(
  pinned: VerifierKey | null,
  now: VerifierKey,
  readChanges: () => Promise<readonly string[]>,
): Promise<PinnedKey> {
  if (pinned === null) return { kind: 'first', now };
  if (verifierKeyText(pinned) === verifierKeyText(now)) return { kind: 'same', now };
  const followed = await followKeys(pinned, await readChanges());
  if (verifierKeyText(followed) !== verifierKeyText(now)) return { kind: 'changed', pinned, now };
  return { kind: 'followed', now };
}
