import { OFFLINE_ANALYSTS } from '@quorate/trading/analysts/offline-analysts';

/** How hard a model may think before it answers; what it thinks is paid for as output. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high'] as const;

/** A language model as the operator has set it up. */
export type ModelSetting = Readonly<{
  /** The name its votes carry. */
  name: string;
  provider: 'openai-compatible' | 'anthropic' | 'google';
  model: string;
  family: string;
  /** No slash at its end. */
  baseUrl: string;
  /** A local server may ask for none. */
  apiKey: string | undefined;
  /** US dollars per million tokens. */
  inputUsd: number;
  outputUsd: number;
  /** 1: it is not asked again with the others' votes, whatever the depth. */
  rounds: 1 | 2;
  /** Most tokens of an answer, thinking included. */
  maxOutputTokens: number;
  /** Unset: the provider's own. */
  effort: (typeof EFFORTS)[number] | undefined;
  /** What the provider calls the limit of an answer's tokens; OpenAI's newer models know one name only. */
  limitField: 'max_tokens' | 'max_completion_tokens';
}>;

/** An offline analyst, under a name of the operator's. */
export type OfflineSetting = Readonly<{
  name: string;
  provider: 'offline';
  model: (typeof OFFLINE_ANALYSTS)[number]['name'];
}>;

export type VoterSetting = ModelSetting | OfflineSetting;

/** Who votes, and how long they may take. */
export type ModelSettings = Readonly<{
  voters: readonly VoterSetting[];
  /** Of all rounds together. */
  deadlineMs: number;
}>;

/** Who votes where no model is set up. */
export const OFFLINE_VOTERS: readonly OfflineSetting[] = OFFLINE_ANALYSTS.map(({ name }) => ({
  name,
  provider: 'offline',
  model: name,
}));

/** Whether somebody is paid for its tokens: a server of one's own asks for no key and has no price. */
export function isPaid({ apiKey, inputUsd, outputUsd }: ModelSetting): boolean {
  return apiKey !== undefined || inputUsd > 0 || outputUsd > 0;
}

export function isModel(setting: VoterSetting): setting is ModelSetting {
  return setting.provider !== 'offline';
}
