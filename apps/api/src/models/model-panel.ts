import { ANALYSIS_DEPTHS, type AnalysisDepth } from '@quorate/contract/decisions';
import { timeframeMs } from '@quorate/trading/market/candle';
import type { Clock } from '../process/clock.ts';
import { type Answered, type AskedModel, askModel, type CallFault } from './ask-model.ts';
import { type Breaker, createBreaker } from './circuit-breaker.ts';
import { countedPrompt, estimateCall, estimateModel } from './estimate.ts';
import { languageModelOf } from './language-models.ts';
import { offlineVotes } from './offline-panel.ts';
import {
  type Panel,
  type PanelVote,
  type Question,
  tokensOf,
  type Voter,
  type VoteTokens,
  VotingAbandonedError,
} from './panel.ts';
import { createRetryBudget, type RetryBudget } from './retry-budget.ts';
import { createSpending, type Spending } from './spending.ts';
import { startTimeLimit, type TimeLimit } from './time-limit.ts';
import { refusedVote, voteFrom } from './vote-answer.ts';
import { countPrompt, type Prompt, secondPrompt } from './vote-prompt.ts';
import {
  isModel,
  isPaid,
  type ModelSetting,
  type ModelSettings,
  type OfflineSetting,
  type VoterSetting,
} from './voter-setting.ts';

type ModelPanelDeps = Readonly<{
  clock: Clock;
  /** Told of every call that brought no vote. */
  onFault: (fault: CallFault) => void;
  fetch?: typeof fetch;
}>;

/** A model, and whether it is asked in each round: it may be too slow for one of them. */
type SeatedModel = AskedModel & Readonly<{ pace: Readonly<Record<1 | 2, Breaker>> }>;

/** Somebody who can be asked; an offline analyst has no model behind it. */
type Seat = Readonly<{ setting: VoterSetting; asked: SeatedModel | null }>;

/** What every call of one vote shares. */
type Voting = Readonly<{
  question: Question;
  spending: Spending;
  /** Length of the bars whose close is waited for; 0 where none is. */
  barMs: number;
  /** Whether whoever uses up its time was given enough of it to be called slow. */
  isFairTime: boolean;
}>;

/** One round of questions: its limit, which ends after so long. */
type Round = Readonly<{ number: 1 | 2; limit: TimeLimit; milliseconds: number }>;

/** How many voters a depth asks, of the first that the operator names. */
const VOTERS_AT = { basic: 3, advanced: 5, premium: Number.POSITIVE_INFINITY } as const;

/** The part of the deadline that is kept for the second round. */
const SECOND_ROUND_PART = 1 / 3;

/** However late a bar comes, this part of the deadline is left: too little would make every model abstain. */
const LEAST_PART = 1 / 3;

/** Who was given less of the deadline than this part is not slow: the bar came late. */
const FAIR_PART = 1 / 2;

const TOO_SLOW: Answered = {
  kind: 'failure',
  fault: 'resting',
  why: 'it used up its time without an answer, and is left alone for a while',
  inputTokens: 0,
  outputTokens: 0,
};

/**
 * Language models, and offline analysts among them where the operator wants them. Every provider has one
 * circuit breaker and one retry budget at each of its addresses, for each key.
 */
export function createModelPanel(
  deps: ModelPanelDeps,
  { voters: settings, deadlineMs }: ModelSettings,
): Panel {
  const { clock, onFault } = deps;
  const seats = seatsOf(deps, settings);
  const seatsAt = (depth: AnalysisDepth) => seats.slice(0, VOTERS_AT[depth]);
  const seatsFor = ({ depth, only }: Question) =>
    only ? seats.filter(({ setting }) => only.includes(setting.name)) : seatsAt(depth);

  function estimateOf(question: Question): VoteTokens {
    const asked = seatsFor(question);
    const shape = { rounds: roundsOf(question.depth, asked), voters: asked.length };
    const models = asked.map(({ setting }) => setting).filter(isModel);
    const prompt = countedPrompt(question);
    const sumOf = (settings: readonly ModelSetting[]) =>
      settings.reduce((sum, setting) => sum + estimateModel(setting, prompt, shape), 0);
    return {
      all: sumOf(models) + tokensOf(votesOffline(asked, question)),
      paid: sumOf(models.filter(isPaid)),
    };
  }

  /** One call to each of these models at once, but for those that are too slow for the round. */
  function askAll(
    voting: Voting,
    models: readonly Readonly<{ asked: SeatedModel; prompt: Prompt }>[],
    round: Round,
  ): Promise<PanelVote[]> {
    const begun = clock.now();
    const calls = models.map(async ({ asked, prompt }) => {
      const answered = await askInTime(voting, asked, prompt, round);
      const took = Math.max(0, clock.now() - begun);
      const vote = panelVote(asked.setting, answered, voting.question, took);
      const { analyst: model, fault, latencyMs } = vote;
      // Calls that failed are told one by one; an answer that is no vote is known only now.
      if (answered.kind === 'answer' && fault) onFault({ model, fault, status: 200, latencyMs });
      return vote;
    });
    return Promise.all(calls);
  }

  async function askInTime(
    { spending, barMs, isFairTime }: Voting,
    asked: SeatedModel,
    prompt: Prompt,
    { number, limit, milliseconds }: Round,
  ): Promise<Answered> {
    const permit = asked.pace[number].admit(barMs);
    if (!permit) return TOO_SLOW;
    const within = { limit, endsAt: clock.now() + milliseconds, spending };
    const answered = await askModel(deps, asked, prompt, within);
    if (answered.kind === 'answer') permit.succeeded();
    else if (isFairTime && limit.signal.aborted && limit.ending() === 'timeout') permit.failed();
    else permit.abandoned();
    return answered;
  }

  async function ask(question: Question, signal: AbortSignal): Promise<readonly PanelVote[]> {
    if (signal.aborted) throw new VotingAbandonedError(0);
    const wholeMs = timeFor(question);
    // A timer holds the deadline of both rounds: the clock may be set back between them.
    const whole = startTimeLimit(wholeMs, signal);
    return askWithin({ limit: whole, milliseconds: wholeMs }, question, signal).finally(whole.stop);
  }

  /** The deadline counts from the close of the bar: the market moves on, whoever was late to ask. */
  function timeFor({ closedAt }: Question): number {
    if (closedAt === undefined) return deadlineMs;
    const leftMs = deadlineMs - (clock.now() - closedAt);
    return Math.round(Math.min(deadlineMs, Math.max(leftMs, deadlineMs * LEAST_PART)));
  }

  async function askWithin(
    whole: Omit<Round, 'number'>,
    question: Question,
    signal: AbortSignal,
  ): Promise<readonly PanelVote[]> {
    const begun = clock.now();
    const spending = createSpending();
    const barMs = question.closedAt === undefined ? 0 : timeframeMs(question.snapshot.timeframe);
    const isFairTime = whole.milliseconds >= deadlineMs * FAIR_PART;
    const voting = { question, spending, barMs, isFairTime };
    const asked = seatsFor(question);
    const offline = votesOffline(asked, question);
    spending.begin(tokensOf(offline));
    const prompt = countedPrompt(question);
    const models = asked.flatMap((seat) => (seat.asked ? [{ asked: seat.asked, prompt }] : []));
    const kept = roundsOf(question.depth, asked) === 2 ? whole.milliseconds * SECOND_ROUND_PART : 0;
    const milliseconds = whole.milliseconds - kept;
    const limit = startTimeLimit(milliseconds, signal);
    const round = { number: 1, limit, milliseconds } as const;
    const first = await askAll(voting, models, round).finally(limit.stop);
    if (signal.aborted) throw new VotingAbandonedError(spending.total());
    const votes = inOrder(asked, [...offline, ...first]);
    const leftMs = whole.milliseconds - (clock.now() - begun);
    // A first round that took all of its time leaves what was kept, less the instant it took to notice.
    if (leftMs < kept * 0.9 || kept === 0 || !modelsDisagree(votes)) return votes;
    const again = models.flatMap((model) => secondQuestion(model.asked, question, votes));
    const mostTokens = again.reduce(
      (sum, model) => sum + estimateCall(model.asked.setting, model.prompt.tokens),
      spending.total(),
    );
    // What was reserved is what the vote may take: reasons of odd letters can be longer than foreseen.
    if (mostTokens > estimateOf(question).all) return votes;
    const last = { number: 2, limit: whole.limit, milliseconds: leftMs } as const;
    const second = await askAll(voting, again, last);
    if (signal.aborted) throw new VotingAbandonedError(spending.total());
    const secondOf = new Map(second.map((vote) => [vote.analyst, vote]));
    return votes.map((vote) => {
      const changed = secondOf.get(vote.analyst);
      return changed ? afterDebate(vote, changed) : vote;
    });
  }

  return {
    voters: seats.map(voterOf),
    offline: seats.every((seat) => !seat.asked),
    depths: ANALYSIS_DEPTHS.map((depth) => {
      const asked = seatsAt(depth);
      return { depth, voters: asked.length, rounds: roundsOf(depth, asked) };
    }),
    votersAt: (depth) => seatsAt(depth).map(voterOf),
    resting: () =>
      seats.filter(({ asked }) => asked && isResting(asked)).map(({ setting }) => setting.name),
    estimateOf,
    ask,
  };
}

function seatsOf(
  { clock, fetch = globalThis.fetch }: ModelPanelDeps,
  settings: readonly VoterSetting[],
): readonly Seat[] {
  const gates = new Map<string, { breaker: Breaker; budget: RetryBudget }>();
  return settings.map((setting) => {
    if (!isModel(setting)) return { setting, asked: null };
    // A key that is refused or used up is no fault of the models that have another.
    const { provider, baseUrl, apiKey = '' } = setting;
    const place = `${provider} ${new URL(baseUrl).origin} ${apiKey}`;
    const gate = gates.get(place) ?? {
      breaker: createBreaker({ clock }),
      budget: createRetryBudget(),
    };
    gates.set(place, gate);
    const pace = { 1: createPace({ clock }), 2: createPace({ clock }) };
    return { setting, asked: { setting, model: languageModelOf(setting, fetch), pace, ...gate } };
  });
}

/** Who has used up its time once costs everybody that time: it is not waited for at the next bar. */
function createPace({ clock }: { clock: Clock }): Breaker {
  return createBreaker({ clock }, { failuresInARow: 1 });
}

function isResting({ breaker, pace }: SeatedModel): boolean {
  return breaker.isResting() || pace[1].isResting();
}

/** Only models are asked twice, and only where there are two to talk to each other. */
function roundsOf(depth: AnalysisDepth, seats: readonly Seat[]): 1 | 2 {
  const models = seats.map(({ setting }) => setting).filter(isModel);
  const talk = models.length > 1 && models.some(({ rounds }) => rounds === 2);
  return depth === 'premium' && talk ? 2 : 1;
}

function secondQuestion(asked: SeatedModel, question: Question, votes: readonly PanelVote[]) {
  const { name, rounds } = asked.setting;
  const own = votes.find(({ analyst }) => analyst === name);
  if (rounds === 1 || !own || own.abstained) return [];
  const text = secondPrompt(question, name, votes);
  return [{ asked, prompt: { text, tokens: countPrompt(text) } }];
}

function votesOffline(seats: readonly Seat[], question: Question): PanelVote[] {
  const settings = seats.map(({ setting }) => setting).filter((setting) => !isModel(setting));
  if (settings.length === 0) return [];
  const votes = offlineVotes({ ...question, only: settings.map(({ model }) => model) });
  const voteOf = new Map(votes.map((vote) => [vote.analyst, vote]));
  return settings.flatMap(({ name, model }: OfflineSetting) => {
    const vote = voteOf.get(model);
    return vote ? [{ ...vote, analyst: name }] : [];
  });
}

/** In the operator's order, whoever answered first. */
function inOrder(seats: readonly Seat[], votes: readonly PanelVote[]): PanelVote[] {
  const voteOf = new Map(votes.map((vote) => [vote.analyst, vote]));
  return seats.flatMap(({ setting }) => voteOf.get(setting.name) ?? []);
}

function voterOf({ setting }: Seat): Voter {
  const { name: analyst, provider } = setting;
  return isModel(setting)
    ? {
        analyst,
        provider,
        model: setting.model,
        family: setting.family,
        paid: isPaid(setting),
      }
    : { analyst, provider, model: 'offline', family: setting.model, paid: false };
}

/** The vote that an answer is, with what it took. */
function panelVote(
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
function afterDebate(first: PanelVote, second: PanelVote): PanelVote {
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
function modelsDisagree(votes: readonly PanelVote[]): boolean {
  const actions = votes
    .filter(({ provider, abstained }) => provider !== 'offline' && !abstained)
    .map(({ action }) => action);
  return new Set(actions).size > 1;
}
