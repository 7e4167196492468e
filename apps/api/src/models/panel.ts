import type { AnalysisDepth, DepthTerms, VoteFault } from '@quorate/contract/decisions';
import type { Action } from '@quorate/trading/account/order';
import type { Vote } from '@quorate/trading/analysts/vote';
import type { Snapshot } from '@quorate/trading/market/snapshot';

/** Somebody who can be asked for a vote. */
export type Voter = Readonly<{
  /** The name its votes carry. */
  analyst: string;
  /** openai-compatible, anthropic, google, or offline. */
  provider: string;
  model: string;
  /** Whose model it is: a family's say in the pool is capped. An offline analyst is its own. */
  family: string;
  /** Whether the operator pays somebody for its tokens. */
  paid: boolean;
}>;

/** What a vote takes: all tokens that are metered, and those of voters whose tokens the operator pays for. */
export type VoteTokens = Readonly<{ all: number; paid: number }>;

/** A vote, who cast it, and what it took. */
export type PanelVote = Vote &
  Readonly<{
    provider: string;
    family: string;
    /** Why the voter did not vote; null for a vote and for an abstention of its own will. */
    fault: VoteFault | null;
    /** 2 where it had read the others' votes. */
    round: 1 | 2;
    /** What it said before it read them; null after a single round. */
    first: Readonly<{ action: Action; pUp: number }> | null;
    /** What is metered: read and written, of every round and of answers that were no vote. */
    tokens: number;
    inputTokens: number;
    outputTokens: number;
    /** Millionths of a US dollar, by the operator's prices. */
    costMicroUsd: number;
    latencyMs: number;
  }>;

/** What a panel is asked. */
export type Question = Readonly<{
  snapshot: Snapshot;
  /** SHA-256 of its canonical JSON. */
  snapshotHash: string;
  depth: AnalysisDepth;
  /** Only these, by name, in place of those that the depth asks. */
  only?: readonly string[];
  /** When the bar closed, in milliseconds of the clock, where the market of now waits for the answer. */
  closedAt?: number;
}>;

/** Whoever votes on a snapshot: language models where they are configured, the offline analysts otherwise. */
export type Panel = Readonly<{
  /** Everybody who may be asked, in the order of their votes. */
  voters: readonly Voter[];
  /** True where no language model is among them. */
  offline: boolean;
  /** What each depth means, the shallowest first. */
  depths: readonly DepthTerms[];
  /** Who is asked at a depth. */
  votersAt(depth: AnalysisDepth): readonly Voter[];
  /** Names of those that would not be asked now: too slow, or their provider has failed too often. */
  resting(): readonly string[];
  /** The most tokens that the question can take, told without asking anybody. */
  estimateOf(question: Question): VoteTokens;
  /**
   * One vote of everybody who is asked, within the panel's deadline: who cannot answer abstains with a fault.
   *
   * @param signal ends it: calls under way are cut off
   * @throws VotingAbandonedError when the signal ended it, with what the calls have taken until then
   */
  ask(question: Question, signal: AbortSignal): Promise<readonly PanelVote[]>;
}>;

/** Whoever asked has gone; what the calls have taken is charged all the same. */
export class VotingAbandonedError extends Error {
  override readonly name = 'VotingAbandonedError';
  readonly tokens: number;
  constructor(tokens: number) {
    super(`the vote was abandoned after ${tokens} tokens`);
    this.tokens = tokens;
  }
}

export function tokensOf(votes: readonly PanelVote[]): number {
  return votes.reduce((sum, vote) => sum + vote.tokens, 0);
}

/** The tokens of a panel's votes. */
export function voteTokens(
  { voters }: Pick<Panel, 'voters'>,
  votes: readonly PanelVote[],
): VoteTokens {
  const paid = new Set(voters.filter((voter) => voter.paid).map(({ analyst }) => analyst));
  return { all: tokensOf(votes), paid: tokensOf(votes.filter(({ analyst }) => paid.has(analyst))) };
}

/** At most this, where only all tokens of a vote are known. */
export function mostPaid({ voters }: Pick<Panel, 'voters'>, all: number): VoteTokens {
  return { all, paid: voters.some((voter) => voter.paid) ? all : 0 };
}

export function costOf(votes: readonly PanelVote[]): number {
  return votes.reduce((sum, vote) => sum + vote.costMicroUsd, 0);
}
