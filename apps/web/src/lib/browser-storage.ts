/**
 * localStorage that never throws: browsers refuse it in some private modes and when it is full. A value
 * that could not be written is simply absent after a reload.
 */
export function readStored(key: string): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** @returns whether the value will be there after a reload */
export function writeStored(key: string, value: string): boolean {
  try {
    globalThis.localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function removeStored(key: string): void {
  try {
    globalThis.localStorage?.removeItem(key);
  } catch {
    // Nothing could have been stored either.
  }
}

export function removeDatabase(name: string): void {
  try {
    globalThis.indexedDB?.deleteDatabase(name);
  } catch {
    // Nothing could have been stored either.
  }
}
