import { plural, t } from '@lingui/core/macro';
import type { AnalysisDepth, DepthTerms, VoteFault } from '@quorate/contract/decisions';

/** One sentence each: why a model that was asked has not voted. */
const FAULTS: Readonly<Record<VoteFault, string>> = {
  timeout: t`It gave no answer within its time.`,
  cancelled: t`The caller went away before it answered.`,
  rate_limited: t`Its provider took no more questions just then.`,
  unreachable: t`Its provider could not be reached, or broke off.`,
  provider_error: t`Its provider answered with a failure of its own.`,
  provider_refused: t`Its provider refused the key, the model or the question.`,
  malformed: t`Its answer was no vote: cut off, too long, or out of form.`,
  ungrounded: t`It quoted what the snapshot does not say.`,
  stale: t`It voted on another snapshot.`,
  resting: t`It was not asked: it was too slow just before, or its provider had failed too often.`,
};

/** @example faultSentence('timeout') // 'It gave no answer within its time.' */
export function faultSentence(fault: VoteFault): string {
  return FAULTS[fault];
}

const PROVIDERS: Readonly<Record<string, string>> = {
  'openai-compatible': 'OpenAI-compatible',
  openai: 'OpenAI',
  anthropic: t`Anthropic`,
  google: t`Google`,
};

type Asked = { provider: string; model: string };

/** What stands behind a voter's name. @example modelWords(vote) // 'claude-x, Anthropic' */
export function modelWords({ provider, model }: Asked): string {
  if (provider === 'offline') return t`Rules, no language model`;
  return `${model}, ${PROVIDERS[provider] ?? provider}`;
}

const DEPTHS: Readonly<Record<AnalysisDepth, string>> = {
  basic: t`Basic`,
  advanced: t`Advanced`,
  premium: t`Premium`,
};

/** @example depthName('premium') // 'Premium' */
export function depthName(depth: AnalysisDepth): string {
  return DEPTHS[depth];
}

const ANALYSES: Readonly<Record<AnalysisDepth, string>> = {
  basic: t`Basic analysis`,
  advanced: t`Advanced analysis`,
  premium: t`Premium analysis`,
};

/** @example depthTitle('premium') // 'Premium analysis' */
export function depthTitle(depth: AnalysisDepth): string {
  return ANALYSES[depth];
}

/** @example termsWords({ depth: 'premium', voters: 7, rounds: 2 }) // '7 voters, 2 rounds' */
export function termsWords({ voters, rounds }: DepthTerms): string {
  return t`${plural(voters, { one: '# voter', other: '# voters' })}, ${plural(rounds, { one: '# round', other: '# rounds' })}`;
}
