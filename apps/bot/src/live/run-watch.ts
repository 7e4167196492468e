import type { Action } from '@quorate/trading/account/order';
import type { Leans } from '@quorate/trading/analysts/gate';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { type Timeframe, timeframeMs } from '@quorate/trading/market/candle';
import { serverWeekday } from '@quorate/trading/market/trading-day';
import { DAY_MS, type Instant } from '@quorate/values/instant';
import type { Permissions } from '../mt5/bridge/records.ts';
import type { TerminalLink } from '../mt5/bridge/terminal-link.ts';
import { missingPermissions } from '../mt5/install/permission-advice.ts';
import type { Session } from '../service/session.ts';
import type { Timers } from '../timers.ts';
import { t } from '../words.ts';
import type { LiveRun } from './live-run.ts';

/** What a run was seen to do, for `status`. */
export type RunWatch = Readonly<{
  terminalSeenAt(): Instant | null;
  serviceSeenAt(): Instant | null;
  /** Whether the last call of the service was answered; null before the first. */
  isServiceThere(): boolean | null;
  /** What keeps it from trading, a sentence each, worst first. */
  problems(): readonly string[];
  /** Since when it has not answered, once that is a minute; null while it answers. */
  serviceAwaySince(): Instant | null;
  /** When the next bar of a symbol closes. */
  nextBarAt(symbol: string): Instant;
  /** What came of the newest bar of each symbol in this run. */
  lastBars(): readonly LastBar[];
  hear(event: LoopEvent): void;
  /** Sees the service in the calls of a session. */
  watching(session: Session): Session;
  end(): void;
}>;

/** What came of a closed bar; `reading`: it has closed a moment ago. */
type BarOutcome =
  | Readonly<{ kind: 'reading' }>
  | Readonly<{ kind: 'quiet'; leans: Leans | null }>
  | Readonly<{ kind: 'decided'; action: Action }>
  /** Nothing was asked, or nothing answered, for this reason. */
  | Readonly<{ kind: 'undecided'; why: string }>;

export type LastBar = Readonly<{ symbol: string; asOf: Instant; outcome: BarOutcome }>;

/** Shorter, and nobody needs to know. */
const AWAY_MS = 60_000;

type RunWatchDeps = Readonly<{
  link: Pick<TerminalLink, 'onEvent' | 'state'>;
  run: Pick<LiveRun, 'terminal' | 'serverClock'>;
  timers: Timers;
  timeframe: Timeframe;
  notify(line: string): void;
}>;

type Notice = Readonly<{
  text: string;
  /** When it counts no more; null where only a decision shows that it is over. */
  until: number | null;
}>;

export function createRunWatch(deps: RunWatchDeps): RunWatch {
  const { link, run, timers, timeframe, notify } = deps;
  let terminalSeenAt: Instant | null = null;
  let serviceSeenAt: Instant | null = null;
  let serviceThere: boolean | null = null;
  let permissions: Permissions | null = null;
  let wrong: string | null = null;
  /** By symbol, as the loop told them last. */
  const notices = new Map<string, Notice>();
  const lastBars = new Map<string, LastBar>();
  let awaySince: Instant | null = null;
  let isAwayTold = false;
  let callOffTelling = () => {};
  const ends = [
    link.onEvent((event) => {
      terminalSeenAt = timers.now();
      if (event.name === 'permissions') permissions = event.body.permissions;
    }),
    run.terminal.onReady((account) => {
      terminalSeenAt = timers.now();
      wrong = null;
      permissions = account.permissions;
    }),
    run.terminal.onWrong((message) => {
      wrong = message;
    }),
  ];

  function heard<T extends Readonly<{ kind: string }>>(outcome: T): T {
    if (outcome.kind === 'ok' || outcome.kind === 'refused') {
      serviceSeenAt = timers.now();
      serviceThere = true;
      isBack();
    } else if (outcome.kind !== 'stopped') {
      serviceThere = false;
      isAway();
    }
    return outcome;
  }

  function isAway(): void {
    if (awaySince !== null) return;
    awaySince = timers.now();
    callOffTelling = timers.after(AWAY_MS, () => {
      isAwayTold = true;
      const seconds = AWAY_MS / 1_000;
      notify(
        t`The service has not answered for ${{ seconds }} s. Nothing new is opened until it does; what is open is managed, with its stops at the broker.`,
      );
    });
  }

  function isBack(): void {
    callOffTelling();
    if (isAwayTold && awaySince !== null)
      notify(t`The service answers again, after ${{ minutes: minutesSince(awaySince) }} min.`);
    awaySince = null;
    isAwayTold = false;
  }

  function minutesSince(moment: Instant): number {
    return Math.round((timers.now() - moment) / 60_000);
  }

  /** A decision on a bar that is not the newest any more says nothing of the newest. */
  function became({ symbol, asOf }: LoopEvent, outcome: BarOutcome): void {
    const last = lastBars.get(symbol);
    if (last === undefined || last.asOf <= asOf) lastBars.set(symbol, { symbol, asOf, outcome });
  }

  return {
    terminalSeenAt: () => (run.terminal.isReady() ? timers.now() : terminalSeenAt),
    serviceSeenAt: () => serviceSeenAt,
    isServiceThere: () => serviceThere,
    serviceAwaySince: () =>
      awaySince !== null && timers.now() - awaySince >= AWAY_MS ? awaySince : null,
    lastBars: () => [...lastBars.values()].toSorted((a, b) => b.asOf - a.asOf),
    problems() {
      const state = link.state();
      const turnedAway = state.kind === 'waiting' ? state.reason : null;
      const missing = permissions && run.terminal.isReady() ? missingPermissions(permissions) : [];
      return [
        ...new Set([
          ...(wrong === null ? [] : [wrong]),
          ...(turnedAway === null ? [] : [turnedAway]),
          ...missing.map(({ advice }) => advice),
          ...[...notices.values()]
            .filter(({ until }) => until === null || until > timers.now())
            .map(({ text }) => text),
        ]),
      ];
    },
    nextBarAt(symbol) {
      const { serverClock } = run;
      const now = timers.now();
      const lengthMs = timeframeMs(timeframe);
      const last = lastBars.get(symbol)?.asOf ?? 0;
      const serverMs = serverClock.toServerMs(now);
      const weekday = serverWeekday(now);
      // What closes bars on a weekend is no currency.
      const isClosed = (weekday === 6 || weekday === 0) && now - last > DAY_MS;
      const open = isClosed ? nextMonday(serverMs) : serverMs;
      return serverClock.toUtc((Math.floor(open / lengthMs) + 1) * lengthMs);
    },
    hear(event) {
      const { symbol } = event;
      switch (event.kind) {
        case 'bar':
          return became(event, { kind: 'reading' });
        case 'quiet':
          return became(
            event,
            event.heldBy
              ? { kind: 'undecided', why: event.heldBy.message }
              : { kind: 'quiet', leans: event.leans },
          );
        case 'limit': {
          const { message, until } = event.notice;
          notices.set(symbol, { text: message, until });
          return became(event, { kind: 'undecided', why: message });
        }
        case 'unavailable': {
          const { message, asOf } = event;
          notices.set(symbol, { text: message, until: asOf + 2 * timeframeMs(timeframe) });
          return became(event, { kind: 'undecided', why: message });
        }
        case 'decision':
          notices.delete(symbol);
          return became(event, { kind: 'decided', action: event.decision.action });
        default:
          return;
      }
    },
    watching(session) {
      heard({ kind: 'ok' });
      return {
        user: session.user,
        call: async (endpoint, input) => heard(await session.call(endpoint, input)),
        async callOnce(endpoint, input, options) {
          const outcome = await session.callOnce(endpoint, input, options);
          // A held answer is given up as soon as there is something to tell.
          return options.signal.aborted ? outcome : heard(outcome);
        },
      };
    },
    end() {
      callOffTelling();
      for (const end of ends) end();
    },
  };
}

/** Midnight of the server's next Monday. */
function nextMonday(serverMs: number): number {
  const day = Math.floor(serverMs / DAY_MS);
  // Day 4 of the count was a Monday.
  return (day + 7 - ((day - 4) % 7)) * DAY_MS;
}
