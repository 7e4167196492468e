import { OFFLINE_ANALYSTS } from '@quorate/trading/analysts/offline-analysts';
import { z } from 'zod';
import { EFFORTS, type ModelSetting, type VoterSetting } from '../models/voter-setting.ts';

/** NAME=PROVIDER/MODEL[@BASE_URL][?OPTIONS]; a model's name may hold slashes and colons. */
const ENTRY =
  /^(?<name>[a-z0-9.-]{1,40})\s*=\s*(?<provider>[a-z-]+)\/(?<model>[\w.:/+-]{1,120})(?:@(?<baseUrl>[^?\s]+))?(?:\?(?<options>\S*))?$/;

const FORM = 'must look like NAME=PROVIDER/MODEL, with a name of a to z, 0 to 9, dot and hyphen';

/** Words that a model's name begins with, and whose model it is; else the word itself. */
const MAKERS: Readonly<Record<string, string>> = {
  gpt: 'openai',
  claude: 'anthropic',
  gemini: 'google',
};

const PROVIDERS = {
  openai: { provider: 'openai-compatible', baseUrl: 'https://api.openai.com/v1' },
  'openai-compatible': { provider: 'openai-compatible', baseUrl: undefined },
  anthropic: { provider: 'anthropic', baseUrl: 'https://api.anthropic.com/v1' },
  google: { provider: 'google', baseUrl: 'https://generativelanguage.googleapis.com/v1beta' },
} as const;

const price = z.coerce
  .number({ error: 'must be US dollars per million tokens' })
  .min(0, 'must be at least 0')
  .max(10_000, 'must be at most 10000')
  .default(0);

const options = z.strictObject({
  in: price,
  out: price,
  family: z
    .string()
    .regex(/^[a-z0-9.-]{1,40}$/, 'must be one word of a to z, 0 to 9, dot and hyphen')
    .optional(),
  rounds: z.enum(['1', '2'], { error: 'must be 1 or 2' }).default('2'),
  tokens: z.coerce
    .number({ error: 'must be a number of tokens' })
    .int('must be a whole number')
    .min(200, 'must be at least 200')
    .max(8_000, 'must be at most 8000')
    .default(700),
  effort: z.enum(EFFORTS, { error: `must be one of ${EFFORTS.join(', ')}` }).optional(),
});

/** One voter as MODELS names it, without its key; or what is wrong, without repeating what was read. */
export function parseVoter(
  text: string,
  place: string,
): { voter: VoterSetting } | { fault: string } {
  const groups = ENTRY.exec(text)?.groups;
  const { name = '', provider = '', model = '', baseUrl } = groups ?? {};
  if (!groups) return { fault: `${place} ${FORM}` };
  const where = `${place} (${name})`;
  if (provider === 'offline') return offlineVoter(groups, where);
  const known = Object.entries(PROVIDERS).find(([word]) => word === provider)?.[1];
  if (!known)
    return {
      fault: `${where}: the provider must be ${Object.keys(PROVIDERS).join(', ')} or offline`,
    };
  if (provider === 'openai' && baseUrl !== undefined)
    return { fault: `${where}: a server of its own address is openai-compatible, not openai` };
  const address = baseUrl ?? known.baseUrl;
  if (address === undefined)
    return { fault: `${where}: needs its server’s address, such as @http://127.0.0.1:11434/v1` };
  if (!isAddress(address))
    return { fault: `${where}: the address must be http or https, without a name or password` };
  const read = options.safeParse(Object.fromEntries(new URLSearchParams(groups.options)));
  if (!read.success) return { fault: `${where}: ${read.error.issues.map(optionFault).join(', ')}` };
  const { in: inputUsd, out: outputUsd, rounds, tokens, effort } = read.data;
  const setting: ModelSetting = {
    name,
    provider: known.provider,
    model,
    family: read.data.family ?? familyOf(provider, model),
    baseUrl: address.replace(/\/+$/, ''),
    apiKey: undefined,
    inputUsd,
    outputUsd,
    rounds: rounds === '1' ? 1 : 2,
    maxOutputTokens: tokens,
    effort,
    limitField: provider === 'openai' ? 'max_completion_tokens' : 'max_tokens',
  };
  return { voter: setting };
}

function offlineVoter(
  { name = '', model, baseUrl, options: rest }: Record<string, string | undefined>,
  where: string,
): { voter: VoterSetting } | { fault: string } {
  const analyst = OFFLINE_ANALYSTS.find((known) => known.name === model);
  if (analyst && baseUrl === undefined && rest === undefined)
    return { voter: { name, provider: 'offline', model: analyst.name } };
  const names = OFFLINE_ANALYSTS.map((known) => `offline/${known.name}`).join(', ');
  return { fault: `${where}: an offline analyst is one of ${names}, and takes no options` };
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
}

/** meta-llama/llama-3.1 and llama3.1:8b are both llama. */
function familyOf(provider: string, model: string): string {
  if (provider !== 'openai-compatible') return provider;
  const last = model.split('/').at(-1) ?? model;
  const word = /^[a-z]+/.exec(last.toLowerCase())?.[0] ?? 'unknown';
  return MAKERS[word] ?? word;
}

function optionFault(issue: z.core.$ZodIssue): string {
  // A key that was put here by mistake must not be repeated.
  if (issue.code === 'unrecognized_keys')
    return 'its options are in, out, family, rounds, tokens and effort';
  return `${issue.path.join('.')} ${issue.message}`;
}
