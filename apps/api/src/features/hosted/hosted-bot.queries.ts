import type { BotId, UserId } from '@quorate/values/ids';
import { newId } from '../../db/ids.ts';
import { statement } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';
import { keepEquityText, stepsAt } from '../live/keep-equity.ts';

export type HostedBeat = Readonly<{
  userId: UserId;
  accountId: string;
  runId: string;
  state: 'active' | 'reducing' | 'halted';
  /** Minor units. */
  equity: number;
  balance: number;
  openPositions: number;
  version: string;
  now: Date;
  keepsEquity: boolean;
}>;

const NOTE = statement<never>(`
  insert into bots (
    user_id, account_id, id, run_id, state, equity, balance, open_positions, version, sequence, created_at,
    last_heartbeat_at
  )
  select user_id, account_id, id, run_id, state, equity, balance, open_positions, version, 1, now, now
  from json_to_recordset($1::json) as told (
    user_id uuid, account_id uuid, id uuid, run_id uuid, state text, equity bigint, balance bigint,
    open_positions integer, version text, now timestamptz
  )
  order by user_id, account_id
  on conflict (user_id, account_id) do update set
    run_id = excluded.run_id, state = excluded.state, equity = excluded.equity, balance = excluded.balance,
    open_positions = excluded.open_positions, version = excluded.version,
    last_heartbeat_at = excluded.last_heartbeat_at, ended_at = null, sequence = bots.sequence + 1
`);

const KEEP_EQUITY = statement<never>(
  keepEquityText(
    `(
      select * from json_to_recordset($1::json) as told (user_id uuid, account_id uuid, equity bigint, balance bigint)
      order by user_id, account_id
    ) as source`,
    {
      user: 'source.user_id',
      equity: 'source.equity',
      balance: 'source.balance',
      minute: '$2',
      day: '$3',
    },
  ),
);

/** How bots of hosted accounts are doing, as heartbeats of some on terminals would tell it: each account once. */
export async function noteBots(tx: Db, beats: readonly HostedBeat[]): Promise<void> {
  const [first] = beats;
  if (!first) return;
  const rowOf = (beat: HostedBeat) => ({
    user_id: beat.userId,
    account_id: beat.accountId,
    id: newId<BotId>(),
    run_id: beat.runId,
    state: beat.state,
    equity: beat.equity,
    balance: beat.balance,
    open_positions: beat.openPositions,
    version: beat.version,
    now: beat.now,
  });
  await NOTE(tx, [JSON.stringify(beats.map(rowOf))]);
  const keeping = beats.filter(({ keepsEquity }) => keepsEquity);
  if (keeping.length === 0) return;
  const { minute, day } = stepsAt(first.now);
  await KEEP_EQUITY(tx, [JSON.stringify(keeping.map(rowOf)), minute, day]);
}
