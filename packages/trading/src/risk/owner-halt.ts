import { denied } from './refusal.ts';
import type { StandingRule } from './risk-context.ts';
import { passed } from './risk-context.ts';

/** Whoever owns the account has the first word: no other limit matters while they want nothing opened. */
export const ownerHalt: StandingRule = ({ ownerHalted = false }) =>
  ownerHalted
    ? denied('owner_halt', 0, 1, 'The bot is halted by its owner: nothing new is opened.')
    : passed('owner_halt', 0, 0);
