import type { Profile } from '../profiles/profile.ts';

/** What a live run was asked to do, each value checked. */
export type LiveOptions = Readonly<{
  profile: Profile;
  dataDir: string;
  /** The account's number, typed once more by whoever wants to trade real money; null without it. */
  real: string | null;
  /** Closes everything of ours, halts the terminal and ends; no service is needed. */
  flatten: boolean;
  json: boolean;
  verbose: boolean;
  /** The desktop app started it: lines carry their time, and how it ended is left in the account's folder. */
  forApp?: boolean;
}>;
