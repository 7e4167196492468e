import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BotFault } from '../bot-fault.ts';
import { writeWhole } from '../files.ts';
import { storageFault } from '../journal/storage-fault.ts';
import { t } from '../words.ts';
import { checkProfile, nearName } from './check-profile.ts';
import type { Profile } from './profile.ts';

/** Windows keeps these names for devices, whatever follows the dot. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** The configurations in a data folder: one file for each, which people may edit. */
export type ProfileStore = Readonly<{
  /** Names of the files, in order; nothing says yet that each is whole. */
  names(): readonly string[];
  /** @throws BotFault `profile` when there is no file of it, right or not */
  refuseAbsent(name: string): void;
  /** @throws BotFault `profile` when it is not there or not right */
  load(name: string): Profile;
  /** Written whole or not at all. @returns the file. @throws BotFault `profile` or `data_folder` */
  save(profile: Profile): string;
  /** @throws BotFault `profile` when it is not there */
  remove(name: string): void;
}>;

export function profileStore(dataDir: string): ProfileStore {
  const folder = join(dataDir, 'profiles');
  const names = () => namesIn(folder);
  /** People name files as they like: capitals make no other profile. */
  const known = (name: string) => names().find((each) => each.toLowerCase() === name.toLowerCase());
  const fileOf = (name: string) => join(folder, `${known(name) ?? name.toLowerCase()}.json`);
  const refuseAbsent = (name: string) => {
    if (known(name) === undefined) throw absentFault(name, names());
  };
  return {
    names,
    refuseAbsent,
    load(name) {
      refuseAbsent(name);
      const file = fileOf(name);
      const profile = readProfile(file);
      refuseOtherName(profile.configuration_name, name, file);
      return profile;
    },
    save(profile) {
      const name = profile.configuration_name;
      if (RESERVED.test(name.trim())) {
        throw new BotFault(
          'profile',
          t`Windows keeps the name ${{ name }} for itself; take another.`,
        );
      }
      const file = fileOf(name);
      try {
        mkdirSync(folder, { recursive: true });
        writeWhole(file, `${JSON.stringify(profile, null, 2)}\n`);
      } catch (error) {
        throw storageFault(folder, error);
      }
      return file;
    },
    remove(name) {
      refuseAbsent(name);
      try {
        rmSync(fileOf(name), { force: true });
      } catch (error) {
        throw storageFault(folder, error);
      }
    },
  };
}

/** Secrets, and what is written back, go by the name inside: a copy would change the profile it was made of. */
function refuseOtherName(inside: string, name: string, file: string): void {
  if (inside.toLowerCase() === name.toLowerCase()) return;
  throw new BotFault(
    'profile',
    t`${{ file }} has the configuration_name ${{ inside }}; a copy needs its own: write ${{ name }} there, or rename the file.`,
  );
}

/**
 * The profile that a command is to use: by its name in the data folder, from a file ending in .json, or,
 * where none is named, the only one there is.
 *
 * @throws BotFault `profile` when it is not there, not right, or not the only one
 */
export function loadProfile(dataDir: string, nameOrFile: string | null): Profile {
  const store = profileStore(dataDir);
  if (nameOrFile !== null) {
    return /\.json$/i.test(nameOrFile) ? readProfile(nameOrFile) : store.load(nameOrFile);
  }
  const names = store.names();
  const [only] = names;
  if (only !== undefined && names.length === 1) return store.load(only);
  if (only === undefined) throw absentFault(null, names);
  throw new BotFault(
    'profile',
    t`Say with --profile which one is meant: ${{ names: names.join(', ') }}.`,
  );
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -'.json'.length))
      .toSorted();
  } catch {
    return [];
  }
}

function absentFault(name: string | null, names: readonly string[]): BotFault {
  if (names.length === 0) {
    const which = name === null ? t`There is no profile yet` : t`There is no profile ${{ name }}`;
    return new BotFault(
      'profile',
      t`${{ which }}; make one with: bot profile add ${{ name: name ?? 'Main' }}`,
    );
  }
  const meant = nearName(name ?? '', names);
  const hint = meant
    ? t`did you mean ${{ meant }}?`
    : t`there are: ${{ names: names.join(', ') }}.`;
  return new BotFault('profile', t`There is no profile ${{ name: name ?? '' }}; ${{ hint }}`);
}

/** @throws BotFault `profile` */
function readProfile(file: string): Profile {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const why = code === 'ENOENT' ? t`there is no such file` : t`it cannot be read (${{ code }})`;
    throw new BotFault('profile', `${file}: ${why}.`, { cause: error });
  }
  return checkProfile(parseJson(text, file), file);
}

function parseJson(text: string, file: string): unknown {
  try {
    // Editors on Windows may leave a mark at the beginning.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BotFault('profile', t`${{ file }} is no JSON: ${{ reason }}.`, { cause: error });
  }
}
