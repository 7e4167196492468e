import { z } from 'zod';
import {
  isModel,
  type ModelSettings,
  OFFLINE_VOTERS,
  type VoterSetting,
} from '../models/voter-setting.ts';
import { parseVoter } from './voter.ts';

const VOTERS_MAX = 12;
/** A trade needs a quorum of three. */
const VOTERS_MIN = 3;
const DEADLINE_S = { min: 5, max: 50, default: 45 };

const key = z
  .string()
  .trim()
  .regex(/^[!-~]{1,500}$/, 'must be a key: printable characters without a space')
  .optional();

/** The variables of the models. No message repeats a value of them, for some are secrets. */
export const MODELS_ENVIRONMENT = {
  MODELS: z.string().max(10_000, 'must have at most 10000 characters').optional(),
  MODEL_KEYS: z.string().max(10_000, 'must have at most 10000 characters').optional(),
  OPENAI_API_KEY: key,
  ANTHROPIC_API_KEY: key,
  GOOGLE_API_KEY: key,
  MODEL_DEADLINE_S: z.coerce
    .number({ error: 'must be a number of seconds' })
    .min(DEADLINE_S.min, `must be at least ${DEADLINE_S.min}`)
    .max(DEADLINE_S.max, `must be at most ${DEADLINE_S.max}, for the bot waits 55 seconds`)
    .default(DEADLINE_S.default),
};

/** A key of MODEL_KEYS, and where it stands there. */
type Key = Readonly<{ secret: string; place: string }>;

type ModelsEnvironment = z.output<z.ZodObject<typeof MODELS_ENVIRONMENT>>;

/** Who votes, and what is wrong with it; with faults, the settings are not to be used. */
export function modelsFrom(environment: ModelsEnvironment): {
  models: ModelSettings;
  faults: string[];
} {
  const deadlineMs = Math.round(environment.MODEL_DEADLINE_S * 1_000);
  const entries = (environment.MODELS ?? '')
    .split(/[;\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const { keys, faults } = keysFrom(environment.MODEL_KEYS);
  if (entries.length === 0) {
    if (keys.size > 0) faults.push('MODEL_KEYS holds keys, but MODELS is not set');
    return { models: { voters: OFFLINE_VOTERS, deadlineMs }, faults };
  }
  const voters: VoterSetting[] = [];
  for (const [index, entry] of entries.entries()) {
    const parsed = parseVoter(entry, `MODELS entry ${index + 1}`);
    if ('fault' in parsed) faults.push(parsed.fault);
    else voters.push(withKey(parsed.voter, environment, keys, faults));
  }
  faults.push(...countFaults(entries.length), ...nameFaults(voters, keys));
  return { models: { voters, deadlineMs }, faults };
}

/** Where a model's key is looked for besides MODEL_KEYS; undefined: it goes without one. */
export function keyVariable(voter: VoterSetting) {
  switch (voter.provider) {
    case 'anthropic':
      return 'ANTHROPIC_API_KEY';
    case 'google':
      return 'GOOGLE_API_KEY';
    case 'openai-compatible':
      // A key of OpenAI is for OpenAI alone: another server has no business with it.
      return voter.limitField === 'max_completion_tokens' ? 'OPENAI_API_KEY' : undefined;
    case 'offline':
      return undefined;
  }
}

function withKey(
  voter: VoterSetting,
  environment: ModelsEnvironment,
  keys: ReadonlyMap<string, Key>,
  faults: string[],
): VoterSetting {
  if (!isModel(voter)) return voter;
  const variable = keyVariable(voter);
  const apiKey = keys.get(voter.name)?.secret ?? (variable && environment[variable]);
  if (variable && !apiKey)
    faults.push(`${variable} is needed for the model ${voter.name}, or its key in MODEL_KEYS`);
  return { ...voter, apiKey };
}

/** What is no name may be a key that was pasted wrong: entries are told by their place alone. */
function keysFrom(text = ''): { keys: Map<string, Key>; faults: string[] } {
  const keys = new Map<string, Key>();
  const faults: string[] = [];
  const entries = text.split(',').map((entry) => entry.trim());
  for (const [index, entry] of entries.entries()) {
    if (entry === '') continue;
    const [, name, secret] = /^([a-z0-9.-]{1,40}):([!-~]{1,500})$/.exec(entry) ?? [];
    const place = `MODEL_KEYS entry ${index + 1}`;
    if (name === undefined || secret === undefined)
      faults.push(`${place} must look like NAME:KEY, with a name of MODELS`);
    else if (keys.has(name)) faults.push(`${place} names a model twice`);
    else keys.set(name, { secret, place });
  }
  return { keys, faults };
}

function countFaults(count: number): string[] {
  if (count > VOTERS_MAX) return [`MODELS names ${count} voters, at most ${VOTERS_MAX} are asked`];
  if (count >= VOTERS_MIN) return [];
  return [
    `MODELS names ${count} ${count === 1 ? 'voter' : 'voters'}, a trade needs ${VOTERS_MIN}: fill up with trend=offline/trend; mean-reversion=offline/mean-reversion; breakout=offline/breakout`,
  ];
}

function nameFaults(voters: readonly VoterSetting[], keys: ReadonlyMap<string, Key>): string[] {
  const names = voters.map(({ name }) => name);
  const faults = names
    .filter((name, index) => names.indexOf(name) < index)
    .map((name) => `MODELS names ${name} twice`);
  faults.push(...twinFaults(voters));
  const takers = new Set(voters.filter(isModel).map(({ name }) => name));
  for (const [name, { place }] of keys)
    if (!takers.has(name)) faults.push(`${place} is for a model that MODELS does not name`);
  return faults;
}

/** One model under three names would be its own quorum. */
function twinFaults(voters: readonly VoterSetting[]): string[] {
  const whoOf = (voter: VoterSetting) =>
    [voter.provider, voter.model, isModel(voter) ? voter.baseUrl : ''].join(' ');
  const first = new Map<string, string>();
  const faults: string[] = [];
  for (const voter of voters) {
    const other = first.get(whoOf(voter));
    if (other === undefined) first.set(whoOf(voter), voter.name);
    else if (other !== voter.name)
      faults.push(`MODELS has ${other} and ${voter.name} for the same model: it may vote once`);
  }
  return faults;
}
