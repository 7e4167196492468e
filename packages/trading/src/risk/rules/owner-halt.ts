import { denied } from '../refusal.ts';
import { passed, type StandingRule } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  owner_halt: 'The bot is halted by its owner: nothing new is opened.',
} as const;

/** Whoever owns the account has the first word: no other limit matters while they want nothing opened. */
export const rule: StandingRule = {
  kind: 'standing',
  name: 'owner_halt',
  label: 'Halted by its owner',
  unit: 'yes/no',
  sign: '',
  refusedWhen: 'the owner has halted the bot',
  check: ({ ownerHalted = false }) =>
    ownerHalted
      ? denied('owner_halt', 0, 1, 'The bot is halted by its owner: nothing new is opened.')
      : NOT_HALTED,
};

const NOT_HALTED = passed('owner_halt', 0, 0);
