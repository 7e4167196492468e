import { denied } from './refusal.ts';
import type { StandingRule } from './risk-context.ts';
import { keptCheck } from './risk-context.ts';

const notHalted = keptCheck('owner_halt');

/** Whoever owns the account has the first word: no other limit matters while they want nothing opened. */
export const ownerHalt: StandingRule = ({ ownerHalted = false }) =>
  ownerHalted
    ? denied('owner_halt', 0, 1, 'The bot is halted by its owner: nothing new is opened.')
    : notHalted(0, 0);
