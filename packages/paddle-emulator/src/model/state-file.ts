import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { emptyState, type State } from './state.ts';

const VERSION = 1;
const FILE = 'paddle-emulator.json';
const WRITE_AFTER_MS = 50;

const storedState = z.object({
  version: z.literal(VERSION),
  figures: z.record(z.string(), z.union([z.string(), z.number()])),
  tables: z.record(z.string(), z.array(z.tuple([z.string(), z.unknown()]))),
});

/** Where the state is kept. */
export type StateFile = {
  load: () => State | null;
  /** Writes soon, once for many changes. */
  save: (state: State) => void;
  /** Writes what is not yet written, at once. */
  flush: () => void;
};

/**
 * Keeps the state in one file of a folder: written beside it and renamed, so that a file is always whole.
 *
 * @throws Error when the file there is none of ours: it is not written over
 */
export function createStateFile(folder: string): StateFile {
  const path = join(folder, FILE);
  let waiting: { state: State; timer: NodeJS.Timeout } | null = null;
  mkdirSync(folder, { recursive: true });
  const flush = () => {
    if (!waiting) return;
    clearTimeout(waiting.timer);
    const text = encodeState(waiting.state);
    waiting = null;
    writeFileSync(`${path}.part`, text, { mode: 0o600 });
    renameSync(`${path}.part`, path);
  };
  return {
    load: () => {
      const text = readOrNull(path);
      return text === null ? null : decodeState(text, path);
    },
    save: (state) => {
      if (waiting) return;
      waiting = { state, timer: setTimeout(flush, WRITE_AFTER_MS) };
    },
    flush,
  };
}

/** The state as JSON. */
function encodeState(state: State): string {
  const figures: Record<string, string | number> = {};
  const tables: Record<string, [string, unknown][]> = {};
  for (const [name, value] of Object.entries(state)) {
    if (value instanceof Map) tables[name] = [...value];
    else figures[name] = value;
  }
  return JSON.stringify({ version: VERSION, figures, tables });
}

function decodeState(text: string, path: string): State {
  let stored: z.infer<typeof storedState>;
  try {
    stored = storedState.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${path} holds no state of this emulator; move it away to start anew`, {
      cause,
    });
  }
  const state = emptyState('');
  const known = new Map<string, unknown>(Object.entries(state));
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(stored.figures)) {
    if (typeof known.get(name) === typeof value) changes[name] = value;
  }
  for (const [name, rows] of Object.entries(stored.tables)) {
    if (known.get(name) instanceof Map) changes[name] = new Map(rows);
  }
  return Object.assign(state, changes);
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
