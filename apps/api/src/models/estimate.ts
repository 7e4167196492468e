import type { Question } from './panel.ts';
import { countPrompt, debateTokens, firstPrompt, type Prompt } from './vote-prompt.ts';
import type { ModelSetting } from './voter-setting.ts';

/** Other encodings take more tokens for the same text than o200k; what frames a prompt comes on top. */
const MARGIN = { factor: 1.3, frame: 64 };
/** Anthropic's models count finest, and read a page about the tool that an answer is given with. */
const MARGINS = {
  anthropic: { factor: 1.6, frame: 400 },
  google: MARGIN,
  'openai-compatible': MARGIN,
};

const prompts = new WeakMap<object, Prompt>();

/** The question of the first round; its tokens are counted once for the estimate and for every model. */
export function countedPrompt(question: Question): Prompt {
  const known = prompts.get(question.snapshot);
  if (known) return known;
  const text = firstPrompt(question);
  const prompt = { text, tokens: countPrompt(text) };
  prompts.set(question.snapshot, prompt);
  return prompt;
}

/** The most tokens that one call takes. */
export function estimateCall({ provider, maxOutputTokens }: ModelSetting, tokens: number): number {
  const { factor, frame } = MARGINS[provider];
  return Math.ceil(tokens * factor) + frame + maxOutputTokens;
}

/** The most tokens that a model takes in all rounds of a panel of so many voters. */
export function estimateModel(
  setting: ModelSetting,
  { tokens }: Prompt,
  { rounds, voters }: { rounds: 1 | 2; voters: number },
): number {
  const first = estimateCall(setting, tokens);
  if (rounds === 1 || setting.rounds === 1) return first;
  return first + estimateCall(setting, tokens + debateTokens(voters));
}
