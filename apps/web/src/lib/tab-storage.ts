/** sessionStorage that never throws, for what one tab keeps over a reload and a sign-in. */
export function readTabStored(key: string): string | null {
  try {
    return globalThis.sessionStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

export function writeTabStored(key: string, value: string): void {
  try {
    globalThis.sessionStorage.setItem(key, value);
  } catch {
    // Then it is lost with a reload, as it would be without this.
  }
}

export function removeTabStored(key: string): void {
  try {
    globalThis.sessionStorage?.removeItem(key);
  } catch {
    // Nothing could have been stored either.
  }
}

const DRAFT = 'draft:';

/**
 * What somebody had typed and not sent. A draft of one user is not shown to the next.
 *
 * @param owner id of the user; '' where nobody has to be signed in
 */
export function readDraft(name: string, owner: string): Readonly<Record<string, string>> | null {
  try {
    const kept: unknown = JSON.parse(readTabStored(DRAFT + name) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('owner' in kept) || !('text' in kept))
      return null;
    if (kept.owner !== owner || typeof kept.text !== 'object' || kept.text === null) return null;
    return Object.fromEntries(
      Object.entries(kept.text).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    );
  } catch {
    return null;
  }
}

export function keepDraft(
  name: string,
  owner: string,
  text: Readonly<Record<string, string>>,
): void {
  writeTabStored(DRAFT + name, JSON.stringify({ owner, text }));
}

export function dropDraft(name: string): void {
  removeTabStored(DRAFT + name);
}

/** What is typed into a journal is kept over the end of a session, by the user's id, until it is saved. */
export const JOURNAL_DRAFT = 'journalDraft:';

/** For somebody who signs out: what they had typed is not left for the next. */
export function dropDrafts(): void {
  try {
    const journal = Object.keys(globalThis.localStorage ?? {});
    for (const key of journal.filter((name) => name.startsWith(JOURNAL_DRAFT)))
      globalThis.localStorage.removeItem(key);
    const keys = Object.keys(globalThis.sessionStorage ?? {});
    for (const key of keys.filter((key) => key.startsWith(DRAFT))) removeTabStored(key);
  } catch {
    // Nothing could have been stored either.
  }
}
