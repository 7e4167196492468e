import { plural, t } from '@lingui/core/macro';
import type { DecisionSums, RuleSums } from '@quorate/contract/decision-sums';
import { formatCount, formatShare } from '@quorate/ui/format';
import { Skeleton } from '@quorate/ui/skeleton';
import { TONE_TEXT, toneOf } from '@quorate/ui/stat';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { verdictRuleName } from '@quorate/ui/verdict-rule-words';
import { formatR } from '../../lib/format-r.ts';
import { deskRuleName } from '../../ui/desk-rule-name.ts';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { useDecisionSums } from './decision-sums.api.ts';
import type { PerformanceFilter } from './performance.api.ts';

type RefusedTradesProps = { userId: string; timeZone: string; filter: PerformanceFilter };

/** What the rules kept you from: how often each held or refused, and what refused trades would have done. */
export function RefusedTrades(props: RefusedTradesProps) {
  const query = useDecisionSums(props);
  const sums = query.data;
  return (
    <section aria-labelledby="refused" className="border-t border-line pt-5">
      <h3 id="refused" className="text-body font-semibold">{t`What was not traded, and why`}</h3>
      {query.isError && (
        <RetryNotice
          title={t`Failed to load what was not traded`}
          error={query.error}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {sums ? (
        <div
          aria-busy={query.isPlaceholderData}
          className={query.isPlaceholderData ? 'opacity-60' : undefined}
        >
          {sums.decisions === 0 ? (
            <p className="mt-1 text-small text-muted">{t`Each decision of your bot counts here. There is none in this period yet.`}</p>
          ) : (
            <Sums sums={sums} />
          )}
        </div>
      ) : (
        !query.isError && (
          <div role="status" className="mt-2">
            <span className="sr-only">{t`Loading what was not traded`}</span>
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="mt-4 h-48 w-full" />
          </div>
        )
      )}
    </section>
  );
}

/** More rules than these are shown when they are asked for. */
const RULES_AT_FIRST = 6;

function Sums({ sums }: { sums: DecisionSums }) {
  const { decisions, refused, rules } = sums;
  const [first, others] = [rules.slice(0, RULES_AT_FIRST), rules.slice(RULES_AT_FIRST)];
  return (
    <div className="mt-3 grid gap-x-10 gap-y-4 lg:grid-cols-2">
      <div className="min-w-0">
        <Shares sums={sums} />
        {refused.decisions > 0 && (
          <p className="mt-4 max-w-prose text-small">{shadowSentence(refused)}</p>
        )}
        <p className="mt-3 max-w-prose text-tiny text-muted">{t`Counted by UTC day. We follow a refused trade to its stop or target, after costs. It is in no other figure.`}</p>
      </div>
      {rules.length > 0 && (
        <div className="min-w-0">
          <RuleTable rules={first} all={decisions} />
          {others.length > 0 && (
            <details className="mt-1">
              <summary className="flex min-h-11 items-center text-small text-brand">
                {plural(others.length, { one: '# more rule', other: '# more rules' })}
              </summary>
              <RuleTable rules={others} all={decisions} />
            </details>
          )}
        </div>
      )}
    </div>
  );
}

const KINDS = [
  { kind: 'traded', label: t`Traded`, fill: 'bg-brand' },
  { kind: 'refused', label: t`Refused by your risk rules`, fill: 'bg-warn' },
  { kind: 'held', label: t`Held by the analysts’ rules`, fill: 'bg-line-strong' },
  { kind: 'waiting', label: t`Not reported yet`, fill: 'bg-line' },
] as const;

/** All decisions as one bar, and in figures. */
function Shares({ sums }: { sums: DecisionSums }) {
  const counts = KINDS.map(({ kind, ...look }) => {
    const count = kind === 'refused' ? sums.refused.decisions : sums[kind];
    return { ...look, kind, count };
  }).filter(({ kind, count }) => kind !== 'waiting' || count > 0);
  return (
    <>
      <p className="text-small text-muted">
        {plural(sums.decisions, { one: '# decision', other: '# decisions' })}
      </p>
      <div aria-hidden="true" className="mt-2 flex h-3 gap-px overflow-hidden rounded-sm bg-sunk">
        {counts.map(({ kind, count, fill }) => (
          <span
            key={kind}
            className={fill}
            style={{ width: `${(100 * count) / sums.decisions}%` }}
          />
        ))}
      </div>
      <dl className="mt-2 space-y-1 text-small">
        {counts.map(({ kind, label, count, fill }) => (
          <div key={kind} className="flex items-center gap-2">
            <dt className="flex min-w-0 flex-1 items-center gap-2">
              <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-[2px] ${fill}`} />
              {label}
            </dt>
            <dd className="figures">{formatCount(count)}</dd>
            <dd className="figures w-12 text-end text-muted">
              {formatShare(count / sums.decisions)}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** What refused trades would have come to. */
export function shadowSentence({ decisions, ended, won, r }: DecisionSums['refused']): string {
  if (ended === 0)
    return t`What the ${plural(decisions, { one: '# refused trade', other: '# refused trades' })} would have done is not known yet.`;
  const came = t`${plural(ended, { one: '# refused trade', other: '# refused trades' })} would have ended by now, ${formatCount(won)} with a gain: ${formatR(r)} in all.`;
  return `${came} ${differenceWords(r)}`;
}

function differenceWords(r: number): string {
  if (r === 0) return t`The rules made no difference.`;
  const amount = formatR(Math.abs(r)).replace('+', '');
  return r > 0 ? t`The rules cost you ${amount}.` : t`The rules saved you ${amount}.`;
}

type RuleTableProps = { rules: readonly RuleSums[]; all: number };

function RuleTable({ rules, all }: RuleTableProps) {
  return (
    <Table
      caption={t`Rules by how often they decided`}
      captionHidden
      head={
        <>
          <HeadCell className="ps-0">{t`Rule`}</HeadCell>
          <HeadCell end className="px-2">{t`Stopped`}</HeadCell>
          <HeadCell end className="pe-0 ps-2 whitespace-nowrap">{t`Would have made`}</HeadCell>
        </>
      }
    >
      {rules.map((rule) => (
        <tr key={`${rule.stage} ${rule.rule}`} className="border-b border-line/60">
          <th scope="row" className="py-1.5 text-start font-normal [overflow-wrap:anywhere]">
            {ruleName(rule)}
            <span className="block text-tiny leading-4 text-muted">
              {rule.stage === 'verdict' ? t`analysts’ rule` : t`risk rule`}
            </span>
          </th>
          <Cell end figures className="px-2 whitespace-nowrap">
            {formatCount(rule.decisions)}
            <span className="block text-tiny leading-4 text-muted">
              {formatShare(rule.decisions / all)}
            </span>
          </Cell>
          <Cell end figures className="pe-0 ps-2 whitespace-nowrap">
            {rule.ended === 0 ? (
              '–'
            ) : (
              <>
                <span className={TONE_TEXT[toneOf(rule.r)]}>{formatR(rule.r)}</span>
                <span className="block text-tiny leading-4 text-muted">{t`${formatCount(rule.won)} of ${formatCount(rule.ended)} won`}</span>
              </>
            )}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

/** The name people read. */
export function ruleName({ stage, rule }: Pick<RuleSums, 'stage' | 'rule'>): string {
  if (rule === '') return stage === 'verdict' ? t`Not traded, no rule named` : t`No rule named`;
  return stage === 'verdict' ? verdictRuleName(rule) : deskRuleName(rule);
}
