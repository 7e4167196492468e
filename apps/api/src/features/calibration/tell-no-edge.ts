import { msg, plural } from '@lingui/core/runtime-macro';
import type { Brand } from '@quorate/contract/brand';
import { PRACTICE_SUFFIX } from '@quorate/contract/hosted-terms';
import type { LearnedRecord } from '@quorate/trading/ensemble/learned-record';
import type { PanelMember } from '@quorate/trading/ensemble/standing';
import { wilsonInterval } from '@quorate/trading/statistics/interval';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';
import { composeLetter, type Reader, readerOf } from '../../mail/letter.ts';
import type { Mail } from '../../mail/mail.ts';
import { queueMail } from '../../mail/outbox.ts';
import type { Clock } from '../../process/clock.ts';
import type { Market } from './learned.queries.ts';
import { panelState } from './panel-state.ts';

export type NoEdgeDeps = Readonly<{ clock: Clock; brand: Brand; publicUrl: string }>;

/**
 * Tells a user by mail that the panel has shown no edge on a market, once a market, in the transaction in which that
 * became known.
 *
 * @param known all that counts of the market: of all accounts, and the user's own
 * @param members who votes there
 */
export async function tellNoEdge(
  db: Db,
  { clock, brand, publicUrl }: NoEdgeDeps,
  userId: UserId,
  market: Market,
  { known, members }: { known: LearnedRecord; members: readonly PanelMember[] },
): Promise<void> {
  if (panelState(known, members) !== 'no_edge') return;
  const { symbol, timeframe } = market;
  // On a made-up market there is nothing to be told of but the market.
  if (symbol.endsWith(PRACTICE_SUFFIX)) return;
  const first = await db
    .updateTable('learned_markets')
    .set({ no_edge_told_at: new Date(clock.now()) })
    .where('user_id', '=', userId)
    .where('symbol', '=', symbol)
    .where('timeframe', '=', timeframe)
    .where('no_edge_told_at', 'is', null)
    .returning('symbol')
    .executeTakeFirst();
  if (!first) return;
  const user = await db
    .selectFrom('users')
    .select(['email', 'username', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) return;
  const letter = noEdgeMail({ brand, publicUrl }, readerOf(user), market, {
    outcomes: known.outcomes,
    ...rangeOf(known, members),
  });
  await queueMail(db, clock, { ...letter, about: userId });
}

/** @param seen how much of it there is, and how often a voter's interval lets it be right, in percent */
export function noEdgeMail(
  { brand, publicUrl }: Pick<NoEdgeDeps, 'brand' | 'publicUrl'>,
  reader: Reader,
  { symbol, timeframe }: Market,
  { outcomes, low, high }: { outcomes: number; low: number; high: number },
): Mail {
  const { t } = reader.i18n;
  return composeLetter(brand, reader, {
    subject: t(msg`No edge shown on ${{ symbol }} ${{ timeframe }} so far`),
    paragraphs: [
      t(msg`Hello ${{ username: reader.username }},`),
      t(
        msg`your analysts have shown no skill on ${{ symbol }} ${{ timeframe }} so far (${plural({ outcomes }, { one: '# outcome', other: '# outcomes' })}, right in ${{ low }}% to ${{ high }}%). Where an account decides by its record, we open no trades on this market; we keep asking and measuring. A paper or demo account in learning mode goes on trading on what the analysts state.`,
      ),
      t(
        msg`What you can do: ask other models, trade another symbol or timeframe, or go on with paper money. If the record turns, trading begins automatically. This is the only mail about this market.`,
      ),
    ],
    action: {
      label: t(msg`See the record of the panel`),
      url: `${publicUrl}/dashboard?tab=statistics&section=analysts#panel-record`,
    },
  });
}

/** The least and the most that a voter's interval reaches. */
function rangeOf({ voters }: LearnedRecord, members: readonly PanelMember[]) {
  const intervals = members.flatMap(({ key }) => {
    const voter = voters.find((each) => each.key === key);
    return (voter && wilsonInterval(voter.right, voter.votes)) ?? [];
  });
  const low = Math.min(...intervals.map((interval) => interval.low ?? 0));
  const high = Math.max(...intervals.map((interval) => interval.high ?? 100));
  return { low: Math.round(low), high: Math.round(high) };
}
