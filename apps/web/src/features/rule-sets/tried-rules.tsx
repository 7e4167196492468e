import { plural, select, t } from '@lingui/core/macro';
import type { ChanceToPassJson, TriedRuleSet } from '@quorate/contract/rule-sets';
import { formatPercent, formatShare } from '@quorate/ui/format';
import { Figure } from '@quorate/ui/limits-figures';
import { Skeleton } from '@quorate/ui/skeleton';
import { storedSentence } from '@quorate/ui/stored-sentence';
import { formatDay, viewerTimeZone } from '@quorate/ui/time-format';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { useTriedRules } from './rule-sets.api.ts';

type TriedRulesProps = { accountId: string; presetId: string };

/** What would have become of the account's own trades under a preset, and the chance to pass it. */
export function TriedRules({ accountId, presetId }: TriedRulesProps) {
  const tried = useTriedRules(accountId, presetId);
  if (tried.isPending) return <Waiting label={t`Trying your past trades`} />;
  if (tried.isError)
    return (
      <RetryNotice
        title={t`Failed to try your past trades`}
        error={tried.error}
        onRetry={() => void tried.refetch()}
        busy={tried.isFetching}
      />
    );
  const { trades, floating_known: isFloatingKnown, chance } = tried.data;
  const found = tried.data.tried.find(({ preset_id }) => preset_id === presetId);
  return (
    <div className="space-y-1">
      <p className="font-medium">{t`Your past trades under these rules`}</p>
      <p>{found ? triedSentence(found) : t`Not known: this account has no closed trades yet.`}</p>
      {found && <p>{chanceSentence(chance, trades)}</p>}
      {found && !isFloatingKnown && (
        <p className="text-tiny text-muted">{t`For some trades we do not know how far they were behind while they were open. Some touches may be missing.`}</p>
      )}
    </div>
  );
}

/** @example triedSentence(found) // 'Failed on 2 Mar 2026 by the daily limit, after 12 trades.' */
function triedSentence({
  outcome,
  at,
  failed_by: by,
  taken,
  profit_percent,
}: TriedRuleSet): string {
  const day = at === null ? null : formatDay(at, viewerTimeZone());
  const kind = by ?? 'other';
  const trades = plural(taken, { one: '# trade', other: '# trades' });
  switch (outcome) {
    case 'passed':
      return day === null ? t`Passed, after ${trades}.` : t`Passed on ${day}, after ${trades}.`;
    case 'failed':
      return day === null
        ? t`Failed by the ${select(kind, { day: 'daily limit', week: 'weekly limit', total: 'total limit', other: 'limits' })}, after ${trades}.`
        : t`Failed on ${day} by the ${select(kind, { day: 'daily limit', week: 'weekly limit', total: 'total limit', other: 'limits' })}, after ${trades}.`;
    case 'open':
      return t`Still open after ${trades}, at ${formatPercent(profit_percent)}.`;
  }
}

/** The chance with its interval and what it was drawn from. */
function chanceSentence(chance: ChanceToPassJson | null, trades: number): string {
  if (!chance)
    return t`A chance to pass needs 30 trades on 10 days; there are ${plural(trades, { one: '# trade', other: '# trades' })}.`;
  const shown = chance.passed ?? chance.failed;
  const range = t`${formatShare(shown.low / 100)} to ${formatShare(shown.high / 100)}`;
  const what = chance.passed ? 'pass' : 'fail';
  const sentence = t`Chance to ${select(what, { pass: 'pass', other: 'fail' })}: ${formatShare(shown.percent / 100)} (95% interval ${range}), drawn from ${plural(chance.trades, { one: '# trade', other: '# trades' })} on ${plural(chance.days, { one: '# day', other: '# days' })}.`;
  if (chance.days_to_pass === null) return sentence;
  const half = Math.round(chance.days_to_pass);
  return `${sentence} ${t`Half of those that pass take up to ${plural(half, { one: '# day', other: '# days' })}.`}`;
}

/** Target, trading days, best day, and what is missing. */
export function Progress({ accountId }: { accountId: string }) {
  const tried = useTriedRules(accountId, null);
  if (tried.isPending) return <Waiting label={t`Loading the progress`} />;
  if (tried.isError)
    return (
      <RetryNotice
        title={t`Failed to load the progress`}
        error={tried.error}
        onRetry={() => void tried.refetch()}
        busy={tried.isFetching}
      />
    );
  const { progress } = tried.data;
  if (!progress) return <p className="text-small text-muted">{t`Not known yet.`}</p>;
  const { target_percent: target, fewest_trading_days: fewest, best_day_percent: best } = progress;
  const share = progress.best_day_share_percent;
  const of = (reached: string, wanted: string | null) =>
    wanted === null ? reached : t`${reached} of ${wanted}`;
  return (
    <>
      <dl className="mt-1 grid grid-cols-2 gap-x-4 gap-y-2 md:grid-cols-4">
        <Figure label={t`Profit`}>
          {of(formatPercent(progress.profit_percent), target === null ? null : `${target}%`)}
        </Figure>
        <Figure label={t`Trading days`}>
          {of(String(progress.trading_days), fewest === null ? null : String(fewest))}
        </Figure>
        <Figure label={t`Best day`}>{bestDayWords(share, best)}</Figure>
      </dl>
      <ul className="mt-2 list-disc space-y-1 ps-5 text-small">
        {progress.missing.map((sentence) => (
          <li key={sentence}>{storedSentence(sentence)}</li>
        ))}
      </ul>
      {progress.missing.length === 0 && target !== null && (
        <p className="mt-2 text-small">{t`Nothing is missing.`}</p>
      )}
    </>
  );
}

function bestDayWords(share: number | null, most: number | null): string {
  if (share === null) return most === null ? '–' : t`–, at most ${most}%`;
  return most === null ? t`${share}% of the profit` : t`${share}% of the profit, at most ${most}%`;
}

function Waiting({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      <p className="text-small text-muted">{label} …</p>
      <Skeleton className="mt-1 h-6 w-full" />
    </div>
  );
}
