import type { OutcomeInput } from '@quorate/contract/decision-outcomes';
import type { DecisionReply, RawBar } from '@quorate/contract/decisions';
import type { HandlerInput } from '@quorate/contract/endpoint';
import type { CommandKind, CommandResult, sendHeartbeat } from '@quorate/contract/live';
import type { TradeInput } from '@quorate/contract/trade-sync';

export type BeatBody = HandlerInput<typeof sendHeartbeat>['body'];

export type OwnerCommand = { id: string; kind: CommandKind; result: CommandResult | null };

export type Answer = { status: number; document: unknown };

/** What the stand-in has stored, and what it allows. -1 stands for no limit, null for all symbols. */
export type StandInState = {
  credentials: { user: string; password: string };
  plan: {
    tokens: number;
    dailyTrades: number;
    symbols: readonly string[] | null;
    /** 1 where it is not said. */
    terminalAccounts?: number;
  };
  /** Tokens of the sessions that count; cleared to end them all. */
  sessions: Set<string>;
  userId: string;
  /** Device codes that have not been used. */
  codes: Set<string>;
  /** Names of the devices that have signed in. */
  devices: string[];
  decisions: Map<string, DecisionReply>;
  trades: Map<string, TradeInput>;
  /** Raw bars that have come, by account and symbol. */
  bars: Map<string, readonly RawBar[]>;
  /** What became of decisions, by their ids. */
  outcomes: Map<string, OutcomeInput>;
  tokensUsed: number;
  /** As they came. */
  beats: BeatBody[];
  /** What the owner has asked for, oldest first, with its proof once there is one. */
  commands: OwnerCommand[];
};
