import type { AnyAccountType } from '@quorate/contract/fields';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../../db/tables.ts';

export type PastTradeRow = Awaited<ReturnType<typeof findPastTrades>>[number];

/** The newest closed trades of a user's decisions, each with what its bot reported of the order and the bars around it. */
export function findPastTrades(
  db: Db,
  userId: UserId,
  filter: Readonly<{ decisionId: string | undefined; accountType: AnyAccountType | undefined }>,
  limit: number,
) {
  const { decisionId, accountType } = filter;
  return db
    .selectFrom('trades as trade')
    .innerJoin('decisions as decision', (join) =>
      join
        .onRef('decision.user_id', '=', 'trade.user_id')
        .onRef('decision.id', '=', 'trade.decision_id'),
    )
    .innerJoin('trading_accounts as account', (join) =>
      join
        .onRef('account.user_id', '=', 'trade.user_id')
        .onRef('account.id', '=', 'trade.account_id'),
    )
    .leftJoin('decision_outcomes as outcome', (join) =>
      join
        .onRef('outcome.user_id', '=', 'trade.user_id')
        .onRef('outcome.decision_id', '=', 'trade.decision_id'),
    )
    .select([
      'trade.account_id',
      'trade.position_ticket',
      'decision.id as decision_id',
      'decision.timeframe',
      'account.server',
      'account.login',
      'trade.symbol',
      'trade.trade_type',
      'trade.digits',
      'trade.volume',
      'trade.open_price',
      'trade.opened_at',
      'trade.commission',
      'trade.swap',
      'trade.fee',
      'trade.profit',
      'trade.initial_risk',
      'outcome.asked',
      'outcome.bars',
    ])
    .where('trade.user_id', '=', userId)
    .where('trade.status', '=', 'CLOSED')
    .$if(decisionId !== undefined, (rows) =>
      rows.where('trade.decision_id', '=', decisionId as string),
    )
    .$if(accountType !== undefined, (rows) =>
      rows.where('trade.account_type', '=', accountType as AnyAccountType),
    )
    .orderBy('trade.trade_time', 'desc')
    .orderBy('trade.position_ticket', 'desc')
    .limit(limit)
    .execute();
}
