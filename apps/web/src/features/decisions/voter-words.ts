import type { AnalysisDepth, DepthTerms, VoteFault } from '@quorate/contract/decisions';
import { countOf } from '@quorate/ui/format';

/** One sentence each: why a model that was asked has not voted. */
const FAULTS: Readonly<Record<VoteFault, string>> = {
  timeout: 'It gave no answer within its time.',
  cancelled: 'The caller went away before it answered.',
  rate_limited: 'Its provider took no more questions just then.',
  unreachable: 'Its provider could not be reached, or broke off.',
  provider_error: 'Its provider answered with a failure of its own.',
  provider_refused: 'Its provider refused the key, the model or the question.',
  malformed: 'Its answer was no vote: cut off, too long, or out of form.',
  ungrounded: 'It quoted what the snapshot does not say.',
  stale: 'It voted on another snapshot.',
  resting: 'It was not asked: it was too slow just before, or its provider had failed too often.',
};

/** @example faultSentence('timeout') // 'It gave no answer within its time.' */
export function faultSentence(fault: VoteFault): string {
  return FAULTS[fault];
}

const PROVIDERS: Readonly<Record<string, string>> = {
  'openai-compatible': 'OpenAI-compatible',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
};

type Asked = { provider: string; model: string };

/** What stands behind a voter's name. @example modelWords(vote) // 'claude-x, Anthropic' */
export function modelWords({ provider, model }: Asked): string {
  if (provider === 'offline') return 'Rules, no language model';
  return `${model}, ${PROVIDERS[provider] ?? provider}`;
}

const DEPTHS: Readonly<Record<AnalysisDepth, string>> = {
  basic: 'Basic',
  advanced: 'Advanced',
  premium: 'Premium',
};

/** @example depthName('premium') // 'Premium' */
export function depthName(depth: AnalysisDepth): string {
  return DEPTHS[depth];
}

/** @example termsWords({ depth: 'premium', voters: 7, rounds: 2 }) // '7 voters, 2 rounds' */
export function termsWords({ voters, rounds }: DepthTerms): string {
  return `${countOf(voters, 'voter')}, ${countOf(rounds, 'round')}`;
}
