import { z } from 'zod';
import { isModel, type ModelSetting } from '../models/voter-setting.ts';
import { keyVariable } from './models.ts';
import { parseVoter } from './voter.ts';

export const CHAT_ENVIRONMENT = {
  ASSISTANT_MODEL: z.string().trim().max(1_000, 'must have at most 1000 characters').optional(),
  ASSISTANT_KEY: z
    .string()
    .trim()
    .regex(/^[!-~]{1,500}$/, 'must be a key: printable characters without a space')
    .optional(),
  ASSISTANT_DAILY_TOKENS: z.coerce
    .number({ error: 'must be a whole number of tokens' })
    .int('must be a whole number of tokens')
    .min(0, 'must be at least 0')
    .max(1_000_000_000_000, 'must be at most 1000000000000')
    .default(2_000_000),
};

type ChatEnvironment = z.output<z.ZodObject<typeof CHAT_ENVIRONMENT>>;
type KeyEnvironment = Readonly<
  Partial<Record<'OPENAI_API_KEY' | 'ANTHROPIC_API_KEY' | 'GOOGLE_API_KEY', string | undefined>>
>;

export type AssistantSettings = Readonly<{
  /** null: the offline assistant answers. */
  model: ModelSetting | null;
  /** What all visitors together may have it read and write on a UTC day. */
  tokensPerDay: number;
}>;

/** Who answers in the chat, and what is wrong with it; no fault repeats what may be a key. */
export function assistantFrom(environment: ChatEnvironment & KeyEnvironment): {
  assistant: AssistantSettings;
  faults: string[];
} {
  const { ASSISTANT_MODEL: text, ASSISTANT_KEY: ownKey, ASSISTANT_DAILY_TOKENS } = environment;
  const offline = { model: null, tokensPerDay: ASSISTANT_DAILY_TOKENS };
  const fault = (words: string) => ({ assistant: offline, faults: [words] });
  if (!text) {
    if (ownKey) return fault('ASSISTANT_KEY is a key, but ASSISTANT_MODEL is not set');
    return { assistant: offline, faults: [] };
  }
  if (!/^[a-z-]+\/\S+$/.test(text)) return fault('ASSISTANT_MODEL must look like PROVIDER/MODEL');
  const parsed = parseVoter(`assistant=${text}`, 'ASSISTANT_MODEL');
  if ('fault' in parsed) return fault(parsed.fault);
  const { voter } = parsed;
  if (!isModel(voter))
    return fault('ASSISTANT_MODEL must be a language model; unset, the offline assistant answers');
  const variable = keyVariable(voter);
  const apiKey = ownKey ?? (variable && environment[variable]);
  if (variable && !apiKey)
    return fault(`${variable} or ASSISTANT_KEY is needed for the model of ASSISTANT_MODEL`);
  return { assistant: { ...offline, model: { ...voter, apiKey } }, faults: [] };
}
