import { z } from 'zod';
import { analysisDepth, depthTerms } from './decisions.ts';
import { defineEndpoint } from './endpoint.ts';

/** Somebody who may be asked for a vote. */
export const voter = z.object({
  /** The name its votes carry: trend, or what the operator calls a model. */
  analyst: z.string(),
  /** openai-compatible, anthropic, google, or offline. */
  provider: z.string(),
  model: z.string(),
  family: z.string(),
  /** `resting`: it was too slow, or its provider failed too often just now; it is left alone for a while. */
  state: z.enum(['ready', 'resting']),
  /** The depths at which it is asked. */
  depths: z.array(analysisDepth),
});
export type VoterReply = z.output<typeof voter>;

export const listVoters = defineEndpoint({
  method: 'GET',
  path: '/api/user/voters',
  auth: 'user_or_device',
  summary:
    'Who votes on a market, how deep the plan lets them look, and who is left alone just now',
  reply: z.object({
    success: z.literal(true),
    voters: z.array(voter),
    /** The depth of the user's plan. */
    depth: analysisDepth,
    depths: z.array(depthTerms),
    /** True while no language model is set up: the offline analysts vote alone. */
    offline: z.boolean(),
  }),
  errors: ['unauthorized'],
});
export type Voters = z.output<typeof listVoters.reply>;
