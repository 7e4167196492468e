import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge } from '@quorate/ui/badge';
import { useState } from 'react';
import type { DeskReply } from './desk.api.ts';
import { Filled } from './desk.tsx';

const nothing = () => {};

/** What a desk looks like, for somebody who has none: figures of nobody, which nothing can be done with. */
export function SampleDesk({ timeZone }: { timeZone: string }) {
  const [reply] = useState(() => sampleReply(Date.now()));
  return (
    <section aria-label={t`Sample of a desk`} className="relative">
      <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
        <Trans>
          <Badge>{t`Sample`}</Badge> This is what your desk will look like. The figures are made up.
        </Trans>
      </p>
      <div
        inert
        aria-hidden="true"
        className="pointer-events-none space-y-4 opacity-50 select-none"
      >
        <Filled
          userId=""
          timeZone={timeZone}
          reply={reply}
          range="1m"
          isChanging={false}
          onRange={nothing}
          onAccount={nothing}
        />
      </div>
    </section>
  );
}

const DAY_MS = 86_400_000;
const ID = '00000000-0000-7000-8000-000000000000';
/** Net results of days, oldest first, one trade each. */
const RESULTS = [62, -38, 44, 71, -52, 18, 36, -44, 85, -31, 27, 58, -47, 22, 41, -36];

function sampleReply(now: number): DeskReply {
  const iso = (agoMs: number) => new Date(now - agoMs).toISOString();
  const start = 10_000;
  let sum = 0;
  const trades = RESULTS.map((net, place) => {
    sum += net;
    const agoMs = (RESULTS.length - place) * 1.8 * DAY_MS;
    return { at: iso(agoMs), net, balance: start + sum };
  });
  const equity = start + sum + 28.6;
  const seconds = (time: string | number) => Math.floor(new Date(time).getTime() / 1_000);
  const days = trades
    .filter(({ at }) => at.slice(0, 7) === iso(0).slice(0, 7))
    .map(({ at, net }) => ({ day: at.slice(0, 10), trades: 1, net }));
  const decision = (
    hours: number,
    action: 'BUY' | 'SELL' | 'HOLD',
    votes: ('BUY' | 'SELL' | 'HOLD' | null)[],
    more: Partial<NonNullable<DeskReply['desk']>['decisions'][number]>,
  ) => ({
    decision_id: `${ID.slice(0, -1)}${hours}`,
    symbol: 'EURUSD',
    as_of: new Date(Math.floor((now - hours * 3_600_000) / 3_600_000) * 3_600_000).toISOString(),
    action,
    votes,
    held_by: null,
    outcome: 'traded' as const,
    refused_by: null,
    profit: null,
    r: null,
    ...more,
  });
  return {
    success: true,
    now: iso(0),
    clockAheadMs: 0,
    accounts: [
      {
        account_id: ID,
        login: 'sample',
        server: 'hosted',
        account_type: 'practice',
        currency: 'USD',
        name: t`EURUSD H1`,
      },
    ],
    desk: {
      account_id: ID,
      bot: null,
      hosted: {
        hosted_id: ID,
        source: 'practice',
        pace: 'real_time',
        state: 'running',
        paused_by: null,
        waits_for: null,
        market_time: iso(0),
        in_real_time: true,
        next_bar_at: new Date(Math.ceil(now / 3_600_000) * 3_600_000).toISOString(),
      },
      as_of: iso(0),
      equity,
      balance: start + sum,
      today: { day: iso(0).slice(0, 10), trades: 3, wins: 2, losses: 1, net: 46.2, change: 28.6 },
      all_time: { trades: RESULTS.length, wins: RESULTS.filter((net) => net > 0).length },
      limits: {
        rules: t`your own limits`,
        lines: [
          {
            kind: 'day',
            floor: equity - 480,
            basis: equity + 20,
            room_percent: 5,
            used_percent: 0.2,
          },
          { kind: 'total', floor: 9_500, basis: 10_500, room_percent: 10, used_percent: 2.7 },
        ],
        open_risk: 96,
        headroom: 384,
        if_stopped: equity - 96,
        next_turn: iso(-7.2 * 3_600_000),
        lock: null,
        news: null,
      },
      positions: [
        {
          position_ticket: '1',
          symbol: 'EURUSD',
          trade_type: 'BUY',
          volume: 0.31,
          digits: 4,
          price: 1.0841,
          stop_loss: 1.0812,
          take_profit: 1.0896,
          opened_at: iso(3 * 3_600_000),
          profit: 41.2,
          decision_id: null,
        },
      ],
      more_positions: 0,
      decisions: [
        decision(0, 'HOLD', ['SELL', 'SELL', 'BUY'], {
          outcome: 'held',
          held_by: { name: 'agreement', value: 1, limit: 1.3 },
        }),
        decision(2, 'BUY', ['BUY', 'BUY', 'HOLD'], { profit: 41.2 }),
        decision(4, 'SELL', ['SELL', 'SELL', 'SELL'], { profit: -31 }),
        decision(6, 'BUY', ['BUY', 'BUY', 'BUY'], {
          outcome: 'vetoed',
          refused_by: t`Spread`,
          r: 0.8,
        }),
      ],
      events: null,
      month: { net: days.reduce((all, { net }) => all + net, 0), days },
      curve: {
        basis: 'equity',
        from: iso(30 * DAY_MS),
        to: iso(0),
        points: [
          [seconds(now - 30 * DAY_MS), start],
          ...trades.map(({ at, balance }): [number, number] => [seconds(at), balance]),
          [seconds(now), equity],
        ],
        marks: trades.map(({ at, net }) => ({ at, net, symbol: 'EURUSD', decision_id: null })),
      },
    },
  };
}
