import { Counter, Histogram, type Registry } from 'prom-client';
import { type AnswerNews, answerEnded, callEnded, voteCast } from '../happenings.ts';

/** The chat's model, beside those that vote: whoever adds them all up has what models cost. */
const ASSISTANT = 'assistant';

/** @returns what ends it */
export function watchCalls(registry: Registry): () => void {
  const registers = [registry];
  const calls = new Histogram({
    name: 'quorate_provider_call_duration_seconds',
    help: 'Seconds that calls to models, the payment provider, mail servers and others took.',
    labelNames: ['provider', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45],
    registers,
  });
  const votes = new Counter({
    name: 'quorate_model_votes_total',
    help: 'Votes asked for, by voter and what came of it: vote, or the fault.',
    labelNames: ['model', 'outcome'],
    registers,
  });
  const latency = new Histogram({
    name: 'quorate_model_vote_duration_seconds',
    help: 'Seconds until a voter had voted, tries and both rounds together.',
    labelNames: ['model'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45],
    registers,
  });
  const tokens = new Counter({
    name: 'quorate_model_tokens_total',
    help: 'Tokens that votes and answers of the assistant read (in) and wrote (out).',
    labelNames: ['model', 'direction'],
    registers,
  });
  const cost = new Counter({
    name: 'quorate_model_cost_usd_total',
    help: 'US dollars that votes and answers of the assistant cost, by the prices of the settings.',
    labelNames: ['model'],
    registers,
  });
  const count = (model: string, { inputTokens, outputTokens, costMicroUsd }: AnswerNews) => {
    tokens.inc({ model, direction: 'in' }, inputTokens);
    tokens.inc({ model, direction: 'out' }, outputTokens);
    cost.inc({ model }, costMicroUsd / 1_000_000);
  };
  const ends = [
    callEnded.hear(({ call, outcome, seconds }) =>
      calls.observe({ provider: call.provider, outcome }, seconds),
    ),
    voteCast.hear((vote) => {
      const { analyst: model } = vote;
      votes.inc({ model, outcome: vote.fault ?? 'vote' });
      latency.observe({ model }, vote.latencyMs / 1_000);
      count(model, vote);
    }),
    answerEnded.hear((answer) => count(ASSISTANT, answer)),
  ];
  return () => {
    for (const end of ends) end();
  };
}
