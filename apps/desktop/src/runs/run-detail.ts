import { BotFault } from '@quorate/bot/bot-fault';
import { lastDecisions } from '@quorate/bot/live/last-decisions';
import { liveFolder } from '@quorate/bot/live/live-account';
import type { LiveJournal } from '@quorate/bot/live/live-journal';
import type { Profile } from '@quorate/bot/profiles/profile';
import { tradingDayOf } from '@quorate/trading/market/trading-day';
import type { Instant } from '@quorate/values/instant';
import { currencyDigits, currencyOf } from '@quorate/values/money';
import { z } from 'zod';
import {
  type LimitUse,
  lastDecision,
  type OpenPosition,
  type RunDetail,
  type RunState,
} from '../contract/runs.ts';
import { readLive } from '../journal/read-live.ts';
import { LocalFault } from '../local-fault.ts';
import type { DesktopDeps } from '../parts.ts';
import { type BotStatus, type ToldLimits, type ToldPosition, toldLimits } from './bot-status.ts';
import { limitsInUse } from './limits-in-use.ts';

type Running = Readonly<{ run: RunState; status: BotStatus | null }>;

const told = z.object({
  decisions: z.array(z.unknown()),
  limits: toldLimits.nullable().catch(null).default(null),
});

/** What the bot of a configuration is doing and why; where none runs, what the last one left behind. */
export async function detailOf(
  deps: Pick<DesktopDeps, 'clock' | 'sleep' | 'dataDir'>,
  profile: Profile,
  { run, status }: Running,
): Promise<RunDetail> {
  const kept = await keptOf(deps, profile);
  const { decisions, limits } = told.catch({ decisions: [], limits: null }).parse(kept);
  return {
    run,
    // One of an older version may lack what the screen shows.
    decisions: decisions.flatMap((each) => lastDecision.safeParse(each).data ?? []),
    limits: limitsOf(deps, profile, status, status?.limits ?? limits),
    positions: status?.positions.map(positionOf) ?? [],
    today_result: todayResult({
      limits: status?.limits ?? limits,
      equity: status?.equity ?? null,
      currency: status?.currency ?? null,
      now: deps.clock.now(),
    }),
    terminal_seen_at: status?.terminal_seen_at ?? null,
    service_seen_at: status?.service_seen_at ?? null,
  };
}

/** What cannot be read is not shown: how the bot stands is known without it. */
async function keptOf(
  deps: Pick<DesktopDeps, 'sleep' | 'dataDir'>,
  profile: Profile,
): Promise<unknown> {
  try {
    return await readLive(deps, liveFolder(deps.dataDir, profile), {
      command: 'decisions',
      parameters: {},
      offline: (journal: LiveJournal) => ({
        decisions: lastDecisions(journal),
        limits: journal.limits(),
      }),
    });
  } catch (error) {
    if (error instanceof LocalFault || error instanceof BotFault) return null;
    throw error;
  }
}

function limitsOf(
  { clock }: Pick<DesktopDeps, 'clock'>,
  profile: Profile,
  status: BotStatus | null,
  limits: ToldLimits | null,
): LimitUse[] {
  if (limits === null) return [];
  return [
    ...limitsInUse({
      limits,
      risk: status?.risk ?? profile.risk,
      equity: status?.equity ?? null,
      currency: status?.currency ?? null,
      now: clock.now(),
    }),
  ];
}

function positionOf(position: ToldPosition): OpenPosition {
  const { ticket, symbol, side, digits, opened_at } = position;
  return {
    ticket,
    symbol,
    side,
    lots: Number(position.lots),
    open_price: Number(position.open_price),
    stop_loss: position.sl === null ? null : Number(position.sl),
    take_profit: position.tp === null ? null : Number(position.tp),
    profit: Number(position.profit),
    digits,
    opened_at,
  };
}

type Standing = Readonly<{
  limits: Pick<ToldLimits, 'day' | 'dayStartMinor'> | null;
  /** Major units; null where the terminal has not told. */
  equity: number | null;
  currency: string | null;
  now: Instant;
}>;

/** Equity less that of the day's start, in major units; null where either is not known. */
export function todayResult({ limits, equity, currency, now }: Standing): number | null {
  if (limits === null || equity === null || currency === null) return null;
  // Of another day, until the first bar of this one.
  if (limits.day < tradingDayOf(now) || limits.dayStartMinor <= 0) return null;
  const minorUnits = 10 ** currencyDigits(currencyOf(currency));
  return Math.round(equity * minorUnits - limits.dayStartMinor) / minorUnits;
}
