import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stackOf } from '@quorate/bot/error-text';
import type { Clock } from '@quorate/trading/loop/ports';
import { isoFromInstant } from '@quorate/values/instant';

const FILE_MAX_BYTES = 1_048_576;
/** Older ones beside the one that is written. */
const OLDER = 2;
const LINE_MAX = 8_000;

/** The log of an app that has no console. */
export type AppLog = Readonly<{ line(text: string): void }>;

/**
 * Writes lines to `logs/app.log`; when it is full it becomes `app.1.log`, and the one before `app.2.log`.
 * A disk that takes nothing stops the log and nothing else.
 */
export function openAppLog(dataDir: string, clock: Clock): AppLog {
  const folder = join(dataDir, 'logs');
  const file = join(folder, 'app.log');
  let bytes = sizeOf(file);
  return {
    line(text) {
      const line = `${isoFromInstant(clock.now())} ${withoutSecrets(text).slice(0, LINE_MAX)}\n`;
      try {
        mkdirSync(folder, { recursive: true });
        if (bytes + Buffer.byteLength(line) > FILE_MAX_BYTES) {
          moveOn(folder);
          bytes = 0;
        }
        appendFileSync(file, line, { mode: 0o600 });
        bytes += Buffer.byteLength(line);
      } catch {
        bytes = sizeOf(file);
      }
    },
  };
}

function moveOn(folder: string): void {
  const name = (age: number) => join(folder, age === 0 ? 'app.log' : `app.${age}.log`);
  for (let age = OLDER; age > 0; age -= 1) {
    try {
      renameSync(name(age - 1), name(age));
    } catch {
      // There is none of that age yet, or somebody reads it: then it goes on growing for a while.
    }
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** No part writes a secret; a message from elsewhere may carry one all the same. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/(bearer )[^\s"&]+/gi, '$1…')
    .replace(/((?:ticket|password|token|secret)"?\s*[=:]\s*)("(?:[^"\\]|\\.)*"|[^\s"&]+)/gi, '$1…')
    .replace(/[^\P{Cc}\n\t]/gu, '?');
}

/**
 * Notes what no part has caught and goes on: this process trades nothing, and ending it would take Stop Bot
 * and Flatten away from bots that go on.
 *
 * @param show tells whoever is at a window
 * @returns ends the hearing
 */
export function hearUnforeseen(
  notify: (line: string) => void,
  show: (error: unknown) => void,
): () => void {
  const hear = (error: unknown) => {
    const what = stackOf(error);
    notify(`Something unforeseen happened, and the app goes on: ${what}`);
    show(error);
  };
  process.on('uncaughtException', hear);
  process.on('unhandledRejection', hear);
  return () => {
    process.off('uncaughtException', hear);
    process.off('unhandledRejection', hear);
  };
}
