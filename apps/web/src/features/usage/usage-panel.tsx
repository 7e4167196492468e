import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Reply } from '@quorate/contract/endpoint';
import { isUnlimitedTokens, type Plan, planByName, UNLIMITED } from '@quorate/contract/plans';
import { type getDashboard, OFFLINE_DECISION_TOKENS, type Usage } from '@quorate/contract/usage';
import { formatCount } from '@quorate/ui/format';
import { Panel } from '@quorate/ui/panel';
import { ProgressBar } from '@quorate/ui/progress-bar';
import { Skeleton } from '@quorate/ui/skeleton';
import { formatDay } from '@quorate/ui/time-format';
import { shortTokens, TokenFigure } from '@quorate/ui/token-figure';
import type { ReactNode } from 'react';

type UsagePanelProps = {
  dashboard: Reply<typeof getDashboard> | undefined;
  failure: ReactNode;
  timeZone: string;
};

/** The current plan and what is left of its tokens. */
export function UsagePanel({ dashboard, failure, timeZone }: UsagePanelProps) {
  return (
    <Panel title={t`Current plan`}>
      {dashboard ? (
        <>
          {/* What could be loaded before stays, and is said to be old. */}
          {failure && <div className="mb-4">{failure}</div>}
          <p className="flex items-baseline justify-between gap-3">
            <span className="font-serif text-heading leading-tight">{dashboard.plan.name}</span>
            <span className="text-tiny text-muted">{t`New cycle on ${formatDay(dashboard.usage.period_end, timeZone)}`}</span>
          </p>
          <h3 className="mt-4 mb-2 text-tiny text-muted">{t`Token usage`}</h3>
          <Tokens dashboard={dashboard} />
          <DailyLimits plan={planByName(dashboard.plan.name)} />
        </>
      ) : (
        (failure ?? (
          <div>
            <Skeleton className="h-[2.1875rem] w-28" />
            <Skeleton className="mt-4 h-[1.1875rem] w-24" />
            <Skeleton className="mt-2 h-2 w-full" />
            <Skeleton className="mt-2 h-[2.8125rem] w-56" />
            <DailyLimits plan={null} />
          </div>
        ))
      )}
    </Panel>
  );
}

function Tokens({ dashboard }: { dashboard: Reply<typeof getDashboard> }) {
  const usage = tokenUsage(dashboard.usage, dashboard.plan.is_unlimited);
  if (usage.unlimited) {
    return (
      <p className="text-small">
        <Trans>
          <TokenFigure tokens={usage.used} /> used. Your plan is unlimited.
        </Trans>
      </p>
    );
  }
  return (
    <>
      <TokenBar percent={usage.percent} level={usage.level} />
      <p className="mt-2 text-small">
        {usage.percent > 0 && usage.percent < 1 ? (
          <Trans>
            <TokenFigure tokens={usage.used} /> of <TokenFigure tokens={usage.limit} /> used (under
            1%)
          </Trans>
        ) : (
          <Trans>
            <TokenFigure tokens={usage.used} /> of <TokenFigure tokens={usage.limit} /> used (
            {Math.floor(usage.percent)}%)
          </Trans>
        )}
      </p>
      <p className="mt-0.5 text-tiny text-muted" title={t`${formatCount(usage.remaining)} tokens`}>
        {usage.remaining > 0
          ? usage.level === 'critical'
            ? t`${shortTokens(usage.remaining)} tokens remain, almost none.`
            : t`${shortTokens(usage.remaining)} tokens remain.`
          : t`No tokens remain: the bot pauses until the new cycle or an upgrade.`}
      </p>
    </>
  );
}

/** The limits that are met within a day, so that one that is met looks like no fault. */
function DailyLimits({ plan }: { plan: Plan | null }) {
  const limits = [
    [t`Symbols a day`, plan?.granted.symbols],
    [t`Trades a day`, plan?.granted.daily_trades],
    [t`Terminal accounts a day`, plan?.granted.terminal_accounts],
  ] as const;
  return (
    <>
      <h3 className="mt-4 mb-1 text-tiny text-muted">{t`Daily limits`}</h3>
      <dl className="grid grid-cols-3 gap-x-4 text-small">
        {limits.map(([name, limit]) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-tiny text-muted">{name}</dt>
            <dd className="figures text-small">
              {limit === UNLIMITED ? t`Unlimited` : limit === undefined ? '–' : formatCount(limit)}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-1.5 text-tiny text-muted">{t`Counted per trading day, which starts at 00:00 UTC. Paper accounts count their own market's days.`}</p>
      <p className="mt-1.5 text-tiny text-muted">{t`Offline analysts are metered at a flat ${OFFLINE_DECISION_TOKENS} tokens per decision.`}</p>
    </>
  );
}

const COLOURS: Record<UsageLevel, string> = {
  normal: 'bg-gain',
  high: 'bg-warn',
  critical: 'bg-loss',
};

type TokenBarProps = { percent: number; level: UsageLevel };

export function TokenBar({ percent, level }: TokenBarProps) {
  return (
    <ProgressBar
      label={t`Tokens used`}
      percent={percent}
      fill={COLOURS[level]}
      data-level={level}
    />
  );
}

type UsageLevel = 'normal' | 'high' | 'critical';

/** How full the token bar is. */
type TokenUsage =
  | { unlimited: true; used: number }
  | {
      unlimited: false;
      used: number;
      limit: number;
      remaining: number;
      percent: number;
      level: UsageLevel;
    };

/**
 * Reads the usage for the bar: green up to 70 percent, yellow over 70, red over 90.
 *
 * @param isUnlimited what the plan says besides a limit of -1, or of 40 million and above
 */
export function tokenUsage(usage: Usage, isUnlimited: boolean): TokenUsage {
  const { token_limit: limit, tokens_used: used } = usage;
  if (isUnlimited || isUnlimitedTokens(limit)) return { unlimited: true, used };
  const percent = limit > 0 ? (used / limit) * 100 : 100;
  return {
    unlimited: false,
    used,
    limit,
    remaining: Math.max(0, limit - used),
    percent,
    level: percent > 90 ? 'critical' : percent > 70 ? 'high' : 'normal',
  };
}
