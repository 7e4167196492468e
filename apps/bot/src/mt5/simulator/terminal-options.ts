import type { Instant } from '@quorate/values/instant';
import type { Timers } from '../../timers.ts';
import type { Wire } from '../bridge/wire.ts';
import type { BookFile } from './expert/book.ts';
import type { FaultPlan } from './expert/steps.ts';
import type { ServerZone } from './market/server-clock.ts';
import type { SymbolTerms } from './market/symbol-terms.ts';
import type { SimulatedAccount } from './server/account.ts';

/** What a simulated terminal is made of; all but the first two have a default. */
export type TerminalOptions = Readonly<{
  timers: Timers;
  /** 64 hex digits that the bot knows too. */
  token: string;
  account?: Partial<SimulatedAccount>;
  /** EURUSD unless told. */
  symbols?: readonly SymbolTerms[];
  /** Of the expert; orders with another one are refused. */
  magic?: number;
  zone?: ServerZone;
  /** How far the computer's clock is behind the true time. */
  clockBehindMs?: number;
  /** Whether the market is open at weekends too. */
  alwaysOpen?: boolean;
  /** How much faster than the computer's clock the market's runs. */
  speed?: number;
  /** The market's own time, in place of the computer's. */
  time?: () => Instant;
  /** Makes a connection to the bot; without it `dial` is called by whoever drives the terminal. */
  connect?: () => Wire | Promise<Wire>;
  faults?: FaultPlan;
  /** What outlives restarts; in memory unless told. */
  file?: BookFile;
  version?: string;
  build?: number;
  /** What the expert speaks, for the tests of refusals. */
  proto?: readonly string[];
  firstTicket?: string;
}>;
