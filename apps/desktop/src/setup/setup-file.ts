import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '@quorate/bot/files';
import type { Profile } from '@quorate/bot/profiles/profile';
import { isoTime } from '@quorate/contract/fields';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import { z } from 'zod';
import { setupCheck, setupItem } from '../contract/setup.ts';

const record = z.object({
  format: z.literal(1),
  configuration_name: z.string(),
  /** Of the configuration as it was looked at; null where its file could not be used. */
  configuration_hash: z.string().nullable(),
  /** Of its terminal as it was then; null where it could not be looked at. */
  place_hash: z.string().nullable().default(null),
  checked_at: isoTime,
  items: z.array(setupItem),
  findings: setupCheck.shape.findings,
  /** What the broker of this server calls the pairs, by the person's name of them. */
  broker_server: z.string().nullable(),
  symbols: z.record(z.string(), z.string()),
  /** When the website's checklist was told of these items. */
  reported_at: isoTime.nullable(),
});
/** What was found when a configuration was looked at last. */
export type SetupRecord = Omit<z.output<typeof record>, 'format'>;

/** What is known of each configuration's setup, one file for each. */
export type SetupFiles = Readonly<{
  /** null: never looked at, or damaged. */
  read(name: string): SetupRecord | null;
  /** A full disk costs what was found, not the app. */
  write(found: SetupRecord): void;
  /** Forgets configurations that are no longer there. */
  keepOnly(names: readonly string[]): void;
}>;

/** A name for a configuration exactly as it is. */
export function profileHash(profile: Profile): string {
  return createHash('sha256').update(canonicalJson(profile)).digest('hex');
}

export function setupFiles(dataDir: string, notify: (line: string) => void): SetupFiles {
  const folder = join(dataDir, 'setup');
  const known = new Map<string, SetupRecord | null>();
  const keyOf = (name: string) => name.toLowerCase();
  const fileOf = (name: string) => join(folder, `${keyOf(name)}.json`);
  return {
    read(name) {
      const kept = known.get(keyOf(name));
      if (kept !== undefined) return kept;
      const found = readRecord(fileOf(name), notify);
      known.set(keyOf(name), found);
      return found;
    },
    write(found) {
      const name = found.configuration_name;
      known.set(keyOf(name), found);
      try {
        mkdirSync(folder, { recursive: true });
        writeWhole(fileOf(name), `${JSON.stringify({ format: 1, ...found }, null, 2)}\n`);
      } catch (error) {
        notify(`What was found of ${name} cannot be kept: ${reasonOf(error)}`);
      }
    },
    keepOnly(names) {
      const wanted = new Set(names.map((name) => `${keyOf(name)}.json`));
      for (const file of filesIn(folder).filter((each) => !wanted.has(each))) {
        known.delete(file.slice(0, -'.json'.length));
        try {
          rmSync(join(folder, file), { force: true });
        } catch (error) {
          notify(`${file} cannot be removed: ${reasonOf(error)}`);
        }
      }
    },
  };
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((file) => file.endsWith('.json'));
  } catch {
    return [];
  }
}

function readRecord(file: string, notify: (line: string) => void): SetupRecord | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  const read = record.safeParse(jsonOrNull(text));
  if (!read.success) {
    notify(`${file} is damaged and counts as absent; check the setup again.`);
    return null;
  }
  const { format: _, ...found } = read.data;
  return found;
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
