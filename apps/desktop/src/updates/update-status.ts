import type { KeyObject } from 'node:crypto';
import type { ReleaseFacts } from '@quorate/bot/release-facts';
import type { UpdateState } from '../contract/update.ts';
import type { Found } from './find-update.ts';
import { updateKeys } from './manifest.ts';
import type { ReadyUpdate } from './prepare-version.ts';
import type { UpdateRecords } from './update-records.ts';

type Status = Pick<UpdateState, 'kind'> & Partial<UpdateState>;

/** What the interface shows once updates have been looked for. */
export function statusAfter(
  found: Found,
  ready: ReadyUpdate | null,
  rolledBack: UpdateRecords['rolled_back'],
): Status {
  if (ready) return { kind: 'waiting', version: ready.manifest.version };
  switch (found.kind) {
    case 'refused':
    case 'failed':
      return { kind: found.kind, version: found.version, message: found.message };
    case 'bad':
      return { kind: 'rolled-back', version: found.version, message: found.message };
    case 'signed-out':
      return { kind: 'current', message: 'Sign in: updates come from the service.' };
    default:
      return statusAtRest(rolledBack);
  }
}

/** What it shows while nobody knows of anything newer. */
export function statusAtRest(rolledBack: UpdateRecords['rolled_back']): Status {
  return rolledBack ? { kind: 'rolled-back', ...rolledBack } : { kind: 'current' };
}

/** The keys that updates are believed by, or why this copy takes none. */
export function trustOf(
  facts: Pick<ReleaseFacts, 'kind' | 'updateKey'>,
  installFolder: string | null,
): Readonly<{ installFolder: string; keys: readonly KeyObject[] }> | string {
  if (facts.kind === 'checkout' || installFolder === null)
    return 'This copy runs from its sources and does not update itself.';
  const byHand = 'Download new versions from the site.';
  if (facts.updateKey === null)
    return `This release takes no updates by itself: it was built without an update key. ${byHand}`;
  try {
    return { installFolder, keys: updateKeys(facts.updateKey) };
  } catch {
    return `This release takes no updates by itself: its update key is damaged. ${byHand}`;
  }
}
