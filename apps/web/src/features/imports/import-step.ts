import type { ImportPreview, ImportResult } from '@quorate/contract/trade-import';
import type { Removable } from './remove-import.tsx';

/** Where the window is between a file and its trades. */
export type ImportStep =
  | {
      kind: 'choose';
      error: unknown;
      tooLarge: { name: string; limit: string } | null;
      done: string | null;
    }
  | { kind: 'reading'; name: string }
  | { kind: 'preview'; name: string; bytes: Uint8Array<ArrayBuffer>; preview: ImportPreview }
  | { kind: 'done'; name: string; result: ImportResult }
  | { kind: 'remove'; record: Removable };

export const FIRST_STEP: Extract<ImportStep, { kind: 'choose' }> = {
  kind: 'choose',
  error: null,
  tooLarge: null,
  done: null,
};

export const TITLES: Readonly<Record<ImportStep['kind'], string>> = {
  choose: 'Import trades',
  reading: 'Import trades',
  preview: 'Import trades',
  done: 'Import trades',
  remove: 'Remove these trades?',
};
