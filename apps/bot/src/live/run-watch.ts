import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { type Timeframe, timeframeMs } from '@quorate/trading/market/candle';
import { serverWeekday } from '@quorate/trading/market/trading-day';
import { DAY_MS, type Instant } from '@quorate/values/instant';
import type { Permissions } from '../mt5/bridge/records.ts';
import type { TerminalLink } from '../mt5/bridge/terminal-link.ts';
import { missingPermissions } from '../mt5/install/permission-advice.ts';
import type { Session } from '../service/session.ts';
import type { Timers } from '../timers.ts';
import type { LiveRun } from './live-run.ts';

/** What a run was seen to do, for `status`. */
export type RunWatch = Readonly<{
  terminalSeenAt(): Instant | null;
  serviceSeenAt(): Instant | null;
  /** Whether the last call of the service was answered; null before the first. */
  isServiceThere(): boolean | null;
  /** What keeps it from trading, a sentence each, worst first. */
  problems(): readonly string[];
  /** When the next bar of a symbol closes. */
  nextBarAt(symbol: string): Instant;
  hear(event: LoopEvent): void;
  /** Sees the service in the calls of a session. */
  watching(session: Session): Session;
  end(): void;
}>;

type RunWatchDeps = Readonly<{
  link: Pick<TerminalLink, 'onEvent' | 'state'>;
  run: Pick<LiveRun, 'terminal' | 'serverClock'>;
  timers: Timers;
  timeframe: Timeframe;
}>;

type Notice = Readonly<{
  text: string;
  /** When it counts no more; null where only a decision shows that it is over. */
  until: number | null;
}>;

export function createRunWatch({ link, run, timers, timeframe }: RunWatchDeps): RunWatch {
  let terminalSeenAt: Instant | null = null;
  let serviceSeenAt: Instant | null = null;
  let serviceThere: boolean | null = null;
  let permissions: Permissions | null = null;
  let wrong: string | null = null;
  /** By symbol, as the loop told them last. */
  const notices = new Map<string, Notice>();
  const lastBars = new Map<string, Instant>();
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
    } else if (outcome.kind !== 'stopped') serviceThere = false;
    return outcome;
  }

  return {
    terminalSeenAt: () => (run.terminal.isReady() ? timers.now() : terminalSeenAt),
    serviceSeenAt: () => serviceSeenAt,
    isServiceThere: () => serviceThere,
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
      const last = lastBars.get(symbol) ?? 0;
      const serverMs = serverClock.toServerMs(now);
      const weekday = serverWeekday(now);
      // What closes bars on a weekend is no currency.
      const isClosed = (weekday === 6 || weekday === 0) && now - last > DAY_MS;
      const open = isClosed ? nextMonday(serverMs) : serverMs;
      return serverClock.toUtc((Math.floor(open / lengthMs) + 1) * lengthMs);
    },
    hear(event) {
      const { symbol } = event;
      if (event.kind === 'bar') lastBars.set(symbol, event.asOf);
      if (event.kind === 'limit') {
        const { message, until } = event.notice;
        notices.set(symbol, { text: message, until });
      }
      if (event.kind === 'unavailable')
        notices.set(symbol, {
          text: event.message,
          until: event.asOf + 2 * timeframeMs(timeframe),
        });
      if (event.kind === 'decision') notices.delete(symbol);
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
