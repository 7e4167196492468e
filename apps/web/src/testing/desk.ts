import type { Desk, DeskAccount, getDesk } from '@quorate/contract/desk';
import type { Reply } from '@quorate/contract/endpoint';
import type { Answer } from './handlers.ts';

export const DESK_ACCOUNT_ID = '00000000-0000-7000-8000-00000000d001';

export function buildDeskAccount(changes: Partial<DeskAccount> = {}): DeskAccount {
  return {
    account_id: DESK_ACCOUNT_ID,
    login: '100200',
    server: 'Demo-Server',
    account_type: 'demo',
    currency: 'USD',
    name: null,
    ...changes,
  };
}

/** The desk of a bot that trades, with three trades today and one position. */
export function buildDesk(changes: Partial<Desk> = {}): Desk {
  return {
    account_id: DESK_ACCOUNT_ID,
    bot: {
      bot_id: '00000000-0000-7000-8000-00000000b001',
      state: 'active',
      last_heartbeat_at: '2026-11-20T12:00:00.000Z',
      ended_at: null,
      stopped: false,
      commanded: false,
    },
    hosted: null,
    as_of: '2026-11-20T12:00:00.000Z',
    equity: 9_514.49,
    balance: 9_500,
    today: { day: '2026-11-20', trades: 3, wins: 2, losses: 1, net: -12.5, change: -89.29 },
    all_time: { trades: 200, wins: 111 },
    limits: {
      rules: 'FTMO 2-step challenge',
      lines: [
        { kind: 'day', floor: 9_103.78, basis: 9_603.78, room_percent: 5, used_percent: 0.89 },
        { kind: 'total', floor: 9_000, basis: 10_000, room_percent: 10, used_percent: 4.86 },
      ],
      open_risk: 36.21,
      headroom: 374.5,
      if_stopped: 9_478.28,
      next_turn: '2026-11-20T22:00:00.000Z',
      lock: null,
      news: { minutes_before: 15, minutes_after: 15 },
    },
    positions: [
      {
        position_ticket: '77',
        symbol: 'EURUSD',
        trade_type: 'BUY',
        volume: 0.31,
        digits: 5,
        price: 1.0841,
        stop_loss: 1.0812,
        take_profit: 1.0896,
        opened_at: '2026-11-20T09:00:00.000Z',
        profit: 41.2,
        decision_id: '00000000-0000-7000-8000-00000000e001',
      },
    ],
    more_positions: 0,
    decisions: [
      {
        decision_id: '00000000-0000-7000-8000-00000000e002',
        symbol: 'EURUSD',
        as_of: '2026-11-20T12:00:00.000Z',
        action: 'HOLD',
        votes: ['SELL', 'SELL', 'BUY', null],
        outcome: 'held',
        held_by: { name: 'agreement', value: 1, limit: 1.3 },
        refused_by: null,
        profit: null,
        r: null,
      },
    ],
    events: [{ at: '2026-11-20T13:30:00.000Z', currency: 'USD', importance: 'high', title: 'CPI' }],
    month: {
      net: 175.25,
      days: [
        { day: '2026-11-18', trades: 2, net: 187.75 },
        { day: '2026-11-20', trades: 3, net: -12.5 },
      ],
    },
    curve: {
      basis: 'equity',
      from: '2026-10-21T12:00:00.000Z',
      to: '2026-11-20T12:00:00.000Z',
      points: [
        [1_792_584_000, 9_400],
        [1_793_880_000, 9_600],
        [1_795_176_000, 9_514.49],
      ],
      marks: [
        {
          at: '2026-11-18T12:00:00.000Z',
          net: 187.75,
          symbol: 'EURUSD',
          decision_id: '00000000-0000-7000-8000-00000000e003',
        },
      ],
    },
    ...changes,
  };
}

/** The answer of the call; null for somebody without an account. */
export function deskAnswer(
  desk: Desk | null,
  changes: Partial<Reply<typeof getDesk>> = {},
): Answer {
  return {
    body: {
      success: true,
      now: '2026-11-20T12:00:04.000Z',
      accounts: desk ? [buildDeskAccount()] : [],
      desk,
      ...changes,
    },
  };
}
