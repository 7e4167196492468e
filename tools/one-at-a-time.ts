import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Claim, ClaimedError, claimFile } from '../apps/api/src/db/folder-lock.ts';

const LOOK_EVERY_MS = 100;

/**
 * Does the work while no other process of this machine does the same: two that build into one folder would
 * each find it half made.
 *
 * @param lock a file of its own, which stays
 * @param waits is told once, when another is at it
 */
export async function oneAtATime<Result>(
  lock: string,
  waits: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  mkdirSync(dirname(lock), { recursive: true });
  const claim = await claimInTurn(lock, waits);
  try {
    return await work();
  } finally {
    claim.release();
  }
}

async function claimInTurn(lock: string, waits: () => void): Promise<Claim> {
  for (let looks = 0; ; looks += 1) {
    try {
      return claimFile(lock);
    } catch (error) {
      if (!(error instanceof ClaimedError)) throw error;
      if (looks === 0) waits();
      await sleep(LOOK_EVERY_MS);
    }
  }
}
