import type { Answered } from './ask-model.ts';
import type { PanelVote, Question } from './panel.ts';
import { refusedVote, voteFrom } from './vote-answer.ts';
import type { ModelSetting } from './voter-setting.ts';

/** The vote that an answer is, with what it took. */
export function panelVote(
  setting: ModelSetting,
  answered: Answered,
  question: Question,
  latencyMs: number,
): PanelVote {
  const { name, model, provider, family } = setting;
  const { vote, fault } =
    answered.kind === 'answer'
      ? voteFrom(setting, answered.answer, question)
      : refusedVote(name, model, answered.fault, answered.why);
  const { inputTokens, outputTokens } = answered;
  return {
    ...vote,
    provider,
    family,
    fault,
    round: 1,
    first: null,
    tokens: inputTokens + outputTokens,
    inputTokens,
    outputTokens,
    // Dollars per million tokens are millionths of a dollar per token.
    costMicroUsd: Math.round(inputTokens * setting.inputUsd + outputTokens * setting.outputUsd),
    latencyMs,
  };
}

/** The vote after both rounds, with what both took. A second answer that is no vote leaves the first. */
export function afterDebate(first: PanelVote, second: PanelVote): PanelVote {
  const isVote = second.fault === null;
  return {
    ...(isVote ? second : first),
    round: isVote ? 2 : 1,
    first: isVote ? { action: first.action, pUp: first.pUp } : null,
    tokens: first.tokens + second.tokens,
    inputTokens: first.inputTokens + second.inputTokens,
    outputTokens: first.outputTokens + second.outputTokens,
    costMicroUsd: first.costMicroUsd + second.costMicroUsd,
    latencyMs: first.latencyMs + second.latencyMs,
  };
}

/** True where models that voted want different things: only then is there something to talk about. */
export function modelsDisagree(votes: readonly PanelVote[]): boolean {
  const actions = votes
    .filter(({ provider, abstained }) => provider !== 'offline' && !abstained)
    .map(({ action }) => action);
  return new Set(actions).size > 1;
}
