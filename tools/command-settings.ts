import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { ENVIRONMENT_NAMES } from '../apps/api/src/config/config.ts';
import { EnvFileError, parseEnvFile } from './env-file.ts';
import { fromRoot } from './root.ts';

/** Which data a command works on, and with which key: two answers to that are one too many. */
const OF_THE_DATA = [
  'NODE_ENV',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'DATA_DIR',
  'RELEASES_DIR',
  'SECRET_KEY',
];

type Place = Readonly<{
  env: NodeJS.ProcessEnv;
  /** Where the person stands who typed the command: npm itself moves to the root of the checkout. */
  folder: string;
  dotEnv: string;
  /** Where the documented installation keeps the service's settings. */
  installed: string;
}>;

const HERE: Place = {
  env: process.env,
  folder: process.env.INIT_CWD ?? '.',
  dotEnv: fromRoot('.env'),
  installed: '/etc/quorate/service.env',
};

/**
 * Puts the settings of the service into the environment: from the file that `--env-file` names, else from
 * the checkout's `.env`, where variables that are set win, as for `npm start`.
 *
 * @returns the arguments without `--env-file`, and where the settings came from
 * @throws EnvFileError for a file that is missing, or that disagrees with a variable about the data
 */
export function commandSettings(
  args: readonly string[],
  place: Place = HERE,
): { args: string[]; from: string } {
  const { env } = place;
  const { rest, file } = takeEnvFile(args, env);
  if (file !== undefined) return { args: rest, from: fromNamed(resolve(place.folder, file), env) };
  if (existsSync(place.dotEnv)) {
    const set = parseEnv(readFileSync(place.dotEnv, 'utf8'));
    const over = OF_THE_DATA.filter((name) => env[name] !== undefined && set[name] !== env[name]);
    Object.assign(env, { ...set, ...env });
    const besides = over.length > 0 ? `, and ${over.join(', ')} of the environment` : '';
    return { args: rest, from: `${place.dotEnv}${besides}` };
  }
  const named = OF_THE_DATA.filter((name) => env[name]);
  if (!namesData(env) && existsSync(place.installed))
    throw new EnvFileError(
      `No settings were named, and the service on this machine has its own. Add --env-file ${place.installed}, or set DATABASE_URL or DATA_DIR.`,
    );
  const variables = named.length > 0 ? named.join(', ') : 'nothing';
  return { args: rest, from: `no file; the environment sets ${variables}` };
}

function takeEnvFile(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): { rest: string[]; file: string | undefined } {
  const rest: string[] = [];
  const files: (string | undefined)[] = [];
  const words = [...args];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '--env-file') files.push(words.shift());
    else if (word.startsWith('--env-file=')) files.push(word.slice('--env-file='.length));
    else rest.push(word);
  }
  // npm keeps what stands before its own "--" for itself.
  if (files.length === 0 && env.npm_config_env_file !== undefined)
    throw new EnvFileError('Write -- before --env-file: npm took it for itself.');
  const [file] = files;
  if (files.length > 1 || (files.length === 1 && !file))
    throw new EnvFileError('--env-file takes the path of one file.');
  return { rest, file };
}

function fromNamed(file: string, env: NodeJS.ProcessEnv): string {
  const set = parseEnvFile(file, readText(file));
  if (!ENVIRONMENT_NAMES.some((name) => name in set))
    throw new EnvFileError(`${file} sets nothing that the service reads. Is it another file?`);
  for (const name of OF_THE_DATA) {
    const variable = env[name];
    if (variable === undefined || variable === set[name]) continue;
    if (name in set)
      throw new EnvFileError(
        `${name} is set in the environment and, differently, in ${file}. Unset the variable, or leave out --env-file.`,
      );
    if (name.startsWith('DATABASE') && variable !== '')
      throw new EnvFileError(
        `${name} is set in the environment, and not in ${file}. Unset the variable, or add it to the file.`,
      );
  }
  Object.assign(env, set);
  if (!namesData(env))
    throw new EnvFileError(
      `${file} names no database: neither DATABASE_URL nor DATA_DIR is set in it.`,
    );
  return file;
}

function namesData({ DATABASE_URL, DATABASE_URL_FILE, DATA_DIR }: NodeJS.ProcessEnv): boolean {
  return [DATABASE_URL, DATABASE_URL_FILE, DATA_DIR].some(Boolean);
}

function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (code === 'ENOENT') throw new EnvFileError(`There is no settings file ${file}.`, { cause });
    const hint = code === 'EACCES' ? ' Run the command as the user of the service.' : '';
    throw new EnvFileError(`The settings file ${file} cannot be read (${code}).${hint}`, { cause });
  }
}
