import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { AccountRuleSet } from '@quorate/contract/rule-sets';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { LimitsFigures } from '@quorate/ui/limits-figures';
import { lockView } from '@quorate/ui/limits-words';
import { Notice } from '@quorate/ui/notice';
import { Panel } from '@quorate/ui/panel';
import { storedName } from '@quorate/ui/stored-name';
import { useNow } from '@quorate/ui/use-now';
import { type ReactNode, useEffect, useState } from 'react';
import { useIsDemo } from '../../lib/demo.ts';
import { latePart } from '../../lib/late-part.tsx';
import { AccountName } from '../../ui/account-name.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ACCOUNT_CLASS, keepReported, LIMITS_CLASS, LimitsPlace } from './limits-place.tsx';
import { NextNews } from './next-news.tsx';
import { RebaseDialog } from './rebase-dialog.tsx';
import { RuleChanges } from './rule-changes.tsx';
import { useRuleSets } from './rule-sets.api.ts';
import { Progress } from './tried-rules.tsx';

const chooser = latePart(
  async () => (await import('./rule-set-dialog.tsx')).RuleSetDialog,
  null,
  t`Failed to load the rules to choose from`,
);

type LimitsPanelProps = { userId: string; timeZone: string };

/** How far each account is from its limits, and the rules it follows. */
export function LimitsPanel({ userId, timeZone }: LimitsPanelProps) {
  const rules = useRuleSets(userId);
  const now = useNow() + (rules.data?.clockAheadMs ?? 0);
  const accounts = rules.data?.accounts ?? [];
  // Accounts that never reported stay out of the way of those that do.
  const reported = accounts.filter(({ floors }) => floors !== null);
  const shown = rules.data ? reported.length : null;
  useEffect(() => {
    if (shown !== null) keepReported(shown);
  }, [shown]);
  if (rules.isPending) return <LimitsPlace />;
  const others = accounts.filter(({ floors }) => floors === null);
  const card = (account: AccountRuleSet) => (
    <AccountLimits
      key={account.account_id}
      userId={userId}
      account={account}
      now={now}
      timeZone={timeZone}
    />
  );
  return (
    <div id="limits" className={LIMITS_CLASS}>
      <Panel title={t`Limits`}>
        {rules.isError && (
          <RetryNotice
            title={t`Failed to load your limits`}
            error={rules.error}
            onRetry={() => void rules.refetch()}
            busy={rules.isFetching}
          />
        )}
        {rules.data && accounts.length === 0 && (
          <p className="text-small text-muted">
            <Trans>
              No account yet. Floors, open risk and headroom appear here once your bot runs.{' '}
              <TextLink to="/guide">{t`How to set it up`}</TextLink>
            </Trans>
          </p>
        )}
        <div className="divide-y divide-line">
          {(reported.length > 0 ? reported : others).map(card)}
        </div>
        {reported.length > 0 && others.length > 0 && (
          <details className="mt-4 border-t border-line pt-3">
            <summary className="cursor-pointer py-1 text-small text-muted hover:text-ink">
              {plural(others.length, {
                one: '# account without a report',
                other: '# accounts without a report',
              })}
            </summary>
            <div className="mt-3 divide-y divide-line">{others.map(card)}</div>
          </details>
        )}
      </Panel>
    </div>
  );
}

type AccountLimitsProps = {
  userId: string;
  account: AccountRuleSet;
  now: number;
  timeZone: string;
};

/** A report that is older than this is named by its time. */
const FRESH_MS = 120_000;

function AccountLimits({ userId, account, now, timeZone }: AccountLimitsProps) {
  const [asking, setAsking] = useState<'rules' | 'rebase' | null>(null);
  const { floors, rule_set: chosen, revision } = account;
  const { login } = account.account;
  const isDemo = useIsDemo();
  const lock = lockView(account, now, timeZone);
  const isWaiting = floors !== null && revision > floors.revision;
  return (
    <article aria-label={t`Limits of account ${login}`} className="py-5 first:pt-0 last:pb-0">
      <div className={floors ? ACCOUNT_CLASS : undefined}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h3 className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1 text-small font-medium">
            <span>
              <AccountName userId={userId} account={account.account} />
            </span>
            {account.account.account_type === 'practice' && <Badge>{t`Practice`}</Badge>}
            <Badge tone={chosen ? 'brand' : 'neutral'}>
              {storedName(chosen?.name ?? floors?.rule_set.name ?? t`Your bot's own limits`)}
            </Badge>
          </h3>
          {!isDemo && (
            <Button
              variant="secondary"
              size="small"
              onClick={() => setAsking('rules')}
              onPointerEnter={chooser.prepare}
              onFocus={chooser.prepare}
              aria-label={t`Change rules of account ${login}`}
            >{t`Change rules`}</Button>
          )}
        </div>
        {floors ? (
          <>
            <LimitsFigures
              floors={floors}
              currency={account.account.currency}
              now={now}
              timeZone={timeZone}
              isOld={now - Date.parse(floors.reported_at) > FRESH_MS}
            />
            {isWaiting && (
              <p className="mt-2 text-tiny text-warn">{t`Your bot follows the new rules from its next report on. Until then the figures are of the rules before.`}</p>
            )}
            {floors.rule_set.news && (
              <NextNews news={floors.rule_set.news} now={now} timeZone={timeZone} />
            )}
            {!isDemo && (
              <Asked title={t`Progress`}>
                <Progress accountId={account.account_id} />
              </Asked>
            )}
          </>
        ) : (
          <p className="mt-2 text-small text-muted">{t`Not known yet. Your bot reports its limits while it runs.`}</p>
        )}
        {lock && (
          <Notice
            tone="warning"
            className="mt-3"
            title={lock.title}
            action={
              lock.canRebase &&
              !isDemo &&
              !account.rebase_waiting && (
                <Button
                  variant="secondary"
                  size="small"
                  onClick={() => setAsking('rebase')}
                >{t`Begin again`}</Button>
              )
            }
          >
            {account.rebase_waiting
              ? t`You began the total limit again. Your bot does it with its next report.`
              : lock.words}
          </Notice>
        )}
        {(revision > 0 || floors !== null) && (
          <Asked title={t`Changes of the rules`}>
            <RuleChanges
              userId={userId}
              accountId={account.account_id}
              currency={account.account.currency}
              timeZone={timeZone}
            />
          </Asked>
        )}
      </div>
      {asking === 'rules' && (
        <chooser.Part userId={userId} account={account} onClose={() => setAsking(null)} />
      )}
      {asking === 'rebase' && (
        <RebaseDialog userId={userId} account={account} onClose={() => setAsking(null)} />
      )}
    </article>
  );
}

/** What is asked for when it is opened. */
function Asked({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="mt-2" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer py-1 text-small text-muted hover:text-ink">
        {title}
      </summary>
      {isOpen && children}
    </details>
  );
}
