import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Timers } from '../timers.ts';
import type { HaltSwitch } from './halt-switch.ts';

/** Whoever makes a file of this name in the account's folder has everything closed. */
const HALT_FILE = 'HALT';
const EVERY_MS = 250;

/** @throws Error while the file is there: it would have everything closed again at once */
export function refuseWhileHeld(folder: string): void {
  const file = join(folder, HALT_FILE);
  if (existsSync(file)) throw new Error(`the file ${file} is there; remove it first`);
}

/** @returns ends the watch */
export function watchHaltFile(timers: Timers, folder: string, halt: HaltSwitch): () => void {
  let ended = false;
  const look = () => {
    if (ended) return;
    // As long as the file is there nobody else can let the bot go on.
    if (!halt.isHeldBy('file') && existsSync(join(folder, HALT_FILE))) void halt.flatten('file');
    timers.after(EVERY_MS, look);
  };
  look();
  return () => {
    ended = true;
  };
}
