import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ExitTrial, TriedTrade } from '@quorate/contract/exit-trials';
import { formatList } from '@quorate/ui/format';
import { NOTHING_YET, Stat, toneOf } from '@quorate/ui/stat';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { formatR } from '../../../lib/format-r.ts';

type ExitTrialResultProps = { result: ExitTrial; isOne: boolean };

/** What exits would have made of trades, and of how many nobody knows. */
export function ExitTrialResult({ result, isOne }: ExitTrialResultProps) {
  if (result.trades === 0)
    return (
      <p className="text-small text-muted">{t`No closed trade of a decision yet. Once your bot has closed some, you can try exits on them.`}</p>
    );
  const [first] = result.listed;
  if (isOne) return first ? <OneTrade trade={first} /> : <NotKnown result={result} />;
  const { judged } = result;
  const shown = (sum: number | null) => (sum === null ? NOTHING_YET : formatR(sum));
  const toned = (sum: number | null) => toneOf(sum ?? 0);
  const each = (sum: number | null) =>
    sum === null ? undefined : t`${formatR(sum / judged)} per trade`;
  return (
    <div className="space-y-4">
      <dl className="grid gap-x-6 gap-y-4 xs:grid-cols-3">
        <Stat
          label={t`With these exits`}
          value={shown(result.r_with)}
          tone={toned(result.r_with)}
          note={each(result.r_with)}
        />
        <Stat
          label={t`First stop and target alone`}
          value={shown(result.r_without)}
          tone={toned(result.r_without)}
          note={each(result.r_without)}
        />
        <Stat
          label={t`As it was`}
          value={shown(result.r_was)}
          tone={toned(result.r_was)}
          note={each(result.r_was)}
        />
      </dl>
      {judged > 0 && (
        <p className="text-small">{t`${plural(result.better, { one: '# trade', other: '# trades' })} would have ended better than with stop and target alone, ${plural(result.worse, { one: '# trade', other: '# trades' })} worse.`}</p>
      )}
      <NotKnown result={result} />
      {result.listed.length > 0 && <Listed trades={result.listed} />}
    </div>
  );
}

function OneTrade({ trade }: { trade: TriedTrade }) {
  const { r_was: was, r_without: without, r_with: withExits } = trade;
  return (
    <p className="text-small">
      <Trans>
        With these exits: <b className="figures font-semibold">{formatR(withExits)}</b> instead of{' '}
        <b className="figures font-semibold">{formatR(was)}</b>.
      </Trans>{' '}
      {t`It would have ended by ${endingOf(trade.ended_by)}.`}
      {without !== was && (
        <>
          {' '}
          <Trans>
            With its first stop and target alone:{' '}
            <span className="figures">{formatR(without)}</span>.
          </Trans>
        </>
      )}
    </p>
  );
}

/** Of how many trades it is known, and why not of the others. */
function NotKnown({ result }: { result: ExitTrial }) {
  const { trades, judged, not_known: unknown } = result;
  const reasons = [
    unknown.no_bars > 0 &&
      t`for ${plural(unknown.no_bars, { one: '# trade', other: '# trades' })} the bars that are kept begin too late or end too early`,
    unknown.no_order > 0 &&
      t`for ${plural(unknown.no_order, { one: '# trade', other: '# trades' })} the bot did not report the order and its risk`,
  ].filter((reason) => reason !== false);
  if (trades === 1 && judged === 0)
    return <p className="text-small text-muted">{t`Not known: ${reasons.join('; ')}.`}</p>;
  return (
    <p className="text-tiny text-muted">
      {reasons.length > 0
        ? t`Known for ${judged} of ${plural(trades, { one: '# trade', other: '# trades' })}; not known: ${formatList(reasons, 'unit')}.`
        : t`Known for ${judged} of ${plural(trades, { one: '# trade', other: '# trades' })}.`}{' '}
      {t`Costs stay what they were.`}
    </p>
  );
}

function Listed({ trades }: { trades: readonly TriedTrade[] }) {
  return (
    <div className="overflow-x-auto">
      <Table
        caption={t`The newest ${plural(trades.length, { one: '# trade', other: '# trades' })} that could be judged`}
        head={
          <>
            <HeadCell className="ps-0">{t`Trade`}</HeadCell>
            <HeadCell end>{t`As it was`}</HeadCell>
            <HeadCell end>{t`With exits`}</HeadCell>
            <HeadCell className="pe-0">{t`Ended by`}</HeadCell>
          </>
        }
      >
        {trades.map((trade) => (
          <tr
            key={`${trade.account_id} ${trade.position_ticket}`}
            className="h-9 border-b border-dashed border-line"
          >
            <th scope="row" className="py-1.5 text-start text-small font-normal">
              {trade.symbol} {trade.trade_type}{' '}
              <span className="whitespace-nowrap text-muted">{trade.opened_at.slice(0, 10)}</span>
            </th>
            <Cell end figures className="whitespace-nowrap">
              {formatR(trade.r_was)}
            </Cell>
            <Cell end figures className="whitespace-nowrap">
              {formatR(trade.r_with)}
            </Cell>
            <Cell className="pe-0">{endingOf(trade.ended_by)}</Cell>
          </tr>
        ))}
      </Table>
    </div>
  );
}

const ENDINGS: Readonly<Record<string, string>> = {
  stop: t({ message: 'stop', context: 'a price, the stop loss' }),
  target: t({ message: 'target', context: 'a price, the take profit' }),
  time_stop: t`time stop`,
  opposite_verdict: t`opposite verdict`,
  partial_close: t`partial close`,
  break_even: t`break-even`,
  trail_steps: t`trailing by steps`,
  trail_atr: t`trailing by ATR`,
  trail_structure: t`trailing by structure`,
};

/** @example endingOf('time_stop') // 'time stop' */
function endingOf(name: string): string {
  return ENDINGS[name] ?? name.replaceAll('_', ' ');
}
