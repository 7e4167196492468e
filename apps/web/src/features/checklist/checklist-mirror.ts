import type { Checklist } from '@quorate/contract/checklist';
import { checklist } from '@quorate/contract/checklist';
import { readStored, writeStored } from '../../lib/browser-storage.ts';

/** A copy in this browser for the time the service cannot be reached. Each user has an own one. */
function keyOf(userId: string): string {
  return `setupChecklist:${userId}`;
}

export function readMirror(userId: string): Checklist {
  try {
    const parsed = checklist.safeParse(JSON.parse(readStored(keyOf(userId)) ?? '{}'));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}

export function writeMirror(userId: string, items: Checklist): void {
  writeStored(keyOf(userId), JSON.stringify(items));
}
