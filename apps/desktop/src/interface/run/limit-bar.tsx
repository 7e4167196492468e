import { plural, t } from '@lingui/core/macro';
import { formatFigure } from '@quorate/ui/decision-words';
import { formatCount, formatPercent } from '@quorate/ui/format';
import { ProgressBar } from '@quorate/ui/progress-bar';
import { storedSentence } from '@quorate/ui/stored-sentence';
import { useId } from 'react';
import type { LimitUse } from '../../contract/runs.ts';

const NEARLY_PERCENT = 80;

/** How much of one limit is used, and what happens at it. */
export function LimitBar({ use }: { use: LimitUse }) {
  const id = useId();
  const { name, atIt } = LIMIT_WORDS[use.id];
  const percent = usedPercent(use);
  const isReached = use.reached !== null;
  const nearly = percent !== null && percent >= NEARLY_PERCENT;
  return (
    <li className="border-b border-line py-3 first:pt-0 last:border-b-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span id={id} className="text-small font-medium">
          {name}
        </span>
        <span className="figures text-tiny">
          {usedWords(use)}
          {use.limit === null && <span className="text-muted">, {t`no limit set`}</span>}
        </span>
      </div>
      {percent !== null && (
        <ProgressBar
          labelledBy={id}
          percent={percent}
          text={usedWords(use)}
          fill={colourOf(use.id, isReached, nearly)}
          className="mt-1.5 h-2"
        />
      )}
      <p className="mt-1 text-tiny">
        {use.reached !== null ? (
          <>
            <b className="font-semibold text-loss">{t`Reached.`}</b> {storedSentence(use.reached)}
          </>
        ) : (
          use.limit !== null && (
            <span className="text-muted">
              {nearly && <b className="font-semibold text-warn">{t`Nearly reached.`} </b>}
              {atIt}
            </span>
          )
        )}
      </p>
    </li>
  );
}

/** A profit that fills its limit is no danger; the rest warns as it fills. */
function colourOf(id: LimitUse['id'], isReached: boolean, nearly: boolean): string {
  if (id === 'weekly_profit') return 'bg-gain';
  if (isReached) return 'bg-loss';
  return nearly ? 'bg-warn' : 'bg-brand';
}

/** Each limit under the name of the guide, and what happens at it. */
const LIMIT_WORDS: Readonly<Record<LimitUse['id'], { name: string; atIt: string }>> = {
  daily_trades: {
    name: t`Maximum daily trades`,
    atIt: t`Once reached, nothing more is opened until the next trading day.`,
  },
  daily_loss: {
    name: t`Daily loss limit`,
    atIt: t`Once reached, nothing more is opened until the next trading day.`,
  },
  weekly_loss: {
    name: t`Weekly loss limit`,
    atIt: t`Once reached, nothing more is opened until the next trading week.`,
  },
  weekly_profit: {
    name: t`Weekly profit limit`,
    atIt: t`Once reached, nothing more is opened until the next trading week.`,
  },
  drawdown: {
    name: t`Drawdown`,
    atIt: t`Once reached, nothing more is opened until you start again on your dashboard.`,
  },
  losses_in_a_row: {
    name: t`Losses in a row`,
    atIt: t`Once reached, trading pauses for the hours of the risk settings.`,
  },
};

type Use = Pick<LimitUse, 'used' | 'limit' | 'unit'>;

/** @example usedWords({ used: 2, limit: 5, unit: 'trades' }) // '2 of 5 trades' */
export function usedWords({ used, limit, unit }: Use): string {
  if (limit === null) return unit === 'percent' ? formatPercent(used) : counted(used, unit);
  if (unit === 'percent') return t`${formatPercent(used)} of ${formatFigure(limit)}%`;
  return t`${formatCount(used)} of ${counted(limit, unit)}`;
}

function counted(count: number, unit: 'trades' | 'losses'): string {
  return unit === 'trades'
    ? plural(count, { one: '# trade', other: '# trades' })
    : plural(count, { one: '# loss', other: '# losses' });
}

/** 0 to 100 for a bar; null where there is no limit. */
export function usedPercent({ used, limit }: Use): number | null {
  if (limit === null || limit <= 0) return null;
  return Math.min(100, Math.max(0, (used / limit) * 100));
}
