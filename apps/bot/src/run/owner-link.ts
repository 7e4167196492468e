import type { AccountInput } from '@quorate/contract/trade-sync';
import type { Clock } from '@quorate/trading/loop/ports';
import { moneyToNumber } from '@quorate/values/money';
import type { RunJournal } from '../journal/run-journal.ts';
import { RELEASE_FACTS } from '../release-facts.ts';
import { createHeartbeats } from '../service/heartbeat.ts';
import { type Session, signedOutFault } from '../service/session.ts';
import { createOwnerOrders, type OwnerOrdersPort } from './owner-orders.ts';
import type { RunRecord } from './run-record.ts';

type OwnerLinkDeps = Readonly<{
  session: Pick<Session, 'callOnce'>;
  journal: RunJournal;
  clock: Clock;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  notify(line: string): void;
}>;

type Run = Readonly<{
  account: AccountInput;
  runId: string;
  record: Pick<RunRecord, 'latest' | 'openTrades'>;
}>;

/** What joins a run to whoever looks at the dashboard: heartbeats there, commands back. */
export type OwnerLink = Readonly<{
  owner: OwnerOrdersPort;
  /** Before the first bar: a bot that was halted while it was away opens nothing first. */
  begin(): Promise<void>;
  /**
   * @param telling whether the service is about to learn what happened up to now
   * @throws BotFault `signed_out` when the owner has ended the bot's sign-in
   */
  betweenBars(telling: boolean): void;
  /** @param marketOver whether there are no more candles, so that nothing can be traded any more */
  end(marketOver: boolean): Promise<void>;
}>;

/** A fast run opens and closes many times a second; nobody reads that fast. */
const NEWS_MS = 2_000;

export function createOwnerLink(deps: OwnerLinkDeps, run: Run): OwnerLink {
  const owner = createOwnerOrders(deps);
  const heartbeats = createHeartbeats({
    ...deps,
    owner,
    account: run.account,
    runId: run.runId.slice(0, 32),
    version: RELEASE_FACTS.version,
    status() {
      const latest = owner.isNew() ? run.record.latest() : null;
      return {
        equity: latest && moneyToNumber(latest.equity),
        balance: latest && moneyToNumber(latest.balance),
        openPositions: run.record.openTrades(),
      };
    },
  });
  let proofs = 0;
  /** What the page shows of this run is known: its figures, and how much is open. */
  let shown = { figures: false, open: 0, at: 0 };

  /** Its owner looks at what is open; figures alone may be as old as a heartbeat. */
  function showNews(): void {
    const figures = owner.isNew() && run.record.latest() !== null;
    const open = run.record.openTrades();
    if (figures === shown.figures && open === shown.open) return;
    const at = deps.clock.now();
    if (at - shown.at < NEWS_MS) return;
    shown = { figures, open, at };
    heartbeats.nudge();
  }

  return {
    owner,
    async begin() {
      await heartbeats.beat();
      heartbeats.start();
    },
    betweenBars(telling) {
      if (heartbeats.isSignedOut()) throw signedOutFault();
      owner.barDone();
      if (telling) owner.keepPlace();
      const waiting = owner.acknowledged().length;
      if (waiting > proofs) heartbeats.nudge();
      proofs = waiting;
      showNews();
    },
    async end(marketOver) {
      if (marketOver) owner.marketOver(run.record.openTrades());
      await heartbeats.end();
    },
  };
}
