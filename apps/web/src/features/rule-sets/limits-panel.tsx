import type { AccountRuleSet, FloorsView } from '@quorate/contract/rule-sets';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { Panel } from '@quorate/ui/panel';
import { formatTime } from '@quorate/ui/time-format';
import { useNow } from '@quorate/ui/use-now';
import { type ReactNode, useState } from 'react';
import { latePart } from '../../lib/late-part.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { LIMITS_CLASS, LimitsPlace } from './limits-place.tsx';
import {
  amountOfInitial,
  barParts,
  highestLine,
  ifStoppedSentence,
  initialBalance,
  LINE_NAMES,
  lockView,
  turnSentence,
} from './limits-words.ts';
import { NextNews } from './next-news.tsx';
import { RebaseDialog } from './rebase-dialog.tsx';
import { useRuleSets } from './rule-sets.api.ts';
import { ProgressDetails } from './tried-rules.tsx';

const chooser = latePart(
  async () => (await import('./rule-set-dialog.tsx')).RuleSetDialog,
  null,
  'Failed to load the rules to choose from',
);

type LimitsPanelProps = { userId: string; timeZone: string };

/** How far each account is from its limits, and the rules it follows. */
export function LimitsPanel({ userId, timeZone }: LimitsPanelProps) {
  const rules = useRuleSets(userId);
  const now = useNow() + (rules.data?.clockAheadMs ?? 0);
  if (rules.isPending) return <LimitsPlace />;
  const accounts = rules.data?.accounts ?? [];
  // Accounts that never reported stay out of the way of those that do.
  const reported = accounts.filter(({ floors }) => floors !== null);
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
      <Panel title="Limits">
        {rules.isError && (
          <RetryNotice
            title="Failed to load your limits"
            error={rules.error}
            onRetry={() => void rules.refetch()}
            busy={rules.isFetching}
          />
        )}
        {rules.data && accounts.length === 0 && (
          <p className="text-small text-muted">
            No account yet. Floors, open risk and headroom appear here once your bot runs.{' '}
            <TextLink to="/guide">How to set it up</TextLink>
          </p>
        )}
        <div className="divide-y divide-line">
          {(reported.length > 0 ? reported : others).map(card)}
        </div>
        {reported.length > 0 && others.length > 0 && (
          <details className="mt-4 border-t border-line pt-3">
            <summary className="cursor-pointer py-1 text-small text-muted hover:text-ink">
              {others.length === 1 ? '1 account' : `${others.length} accounts`} without a report
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
  const { login, server } = account.account;
  const lock = lockView(account, now, timeZone);
  const isWaiting = floors !== null && revision > floors.revision;
  return (
    <article aria-label={`Limits of account ${login}`} className="py-5 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1 text-small font-medium">
          <span>
            <span className="figures wrap-anywhere">{login}</span>
            <span className="text-muted"> at {server}</span>
          </span>
          <Badge tone={chosen ? 'brand' : 'neutral'}>
            {chosen?.name ?? floors?.rule_set.name ?? "Your bot's own limits"}
          </Badge>
        </h3>
        <Button
          variant="secondary"
          size="small"
          onClick={() => setAsking('rules')}
          onPointerEnter={chooser.prepare}
          onFocus={chooser.prepare}
          aria-label={`Change rules of account ${login}`}
        >
          Change rules
        </Button>
      </div>
      {floors ? (
        <FloorsPart floors={floors} account={account} now={now} timeZone={timeZone} />
      ) : (
        <p className="mt-2 text-small text-muted">
          Not known yet. Your bot reports its limits while it runs.
        </p>
      )}
      {isWaiting && (
        <p className="mt-2 text-tiny text-warn">
          Your bot follows the new rules from its next report on. Until then the figures are of the
          rules before.
        </p>
      )}
      {lock && (
        <Notice
          tone="warning"
          className="mt-3"
          title={lock.title}
          action={
            lock.canRebase &&
            !account.rebase_waiting && (
              <Button variant="secondary" size="small" onClick={() => setAsking('rebase')}>
                Begin again
              </Button>
            )
          }
        >
          {account.rebase_waiting
            ? 'You began the total limit again. Your bot does it with its next report.'
            : lock.words}
        </Notice>
      )}
      {asking === 'rules' && (
        <chooser.Part userId={userId} account={account} onClose={() => setAsking(null)} />
      )}
      {asking === 'rebase' && (
        <RebaseDialog userId={userId} account={account} onClose={() => setAsking(null)} />
      )}
    </article>
  );
}

type FloorsPartProps = {
  floors: FloorsView;
  account: AccountRuleSet;
  now: number;
  timeZone: string;
};

/** The figures of the newest report: the sentence, the bar, and each figure in money and percent. */
function FloorsPart({ floors, account, now, timeZone }: FloorsPartProps) {
  const { currency } = account.account;
  const highest = highestLine(floors);
  const initial = initialBalance(floors);
  const isOld = now - Date.parse(floors.reported_at) > FRESH_MS;
  const amount = (value: number | null) => amountOfInitial(value, initial, currency);
  return (
    <>
      <p className="mt-2 text-small">{ifStoppedSentence(floors, currency)}</p>
      <LimitBar floors={floors} />
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2 md:grid-cols-4">
        <Figure label={highest ? `Floor: ${LINE_NAMES[highest.line.kind].toLowerCase()}` : 'Floor'}>
          {amount(floors.floor)}
        </Figure>
        <Figure label="Equity">{amount(floors.equity)}</Figure>
        <Figure label="Open risk">{amount(floors.open_risk)}</Figure>
        <Figure label="Headroom">
          <span className={floors.headroom !== null && floors.headroom < 0 ? 'text-loss' : ''}>
            {amount(floors.headroom)}
          </span>
        </Figure>
      </dl>
      <p className="mt-2 text-tiny text-muted">
        {turnSentence(floors, now, timeZone)}
        {isOld && ` Figures as of ${formatTime(floors.reported_at, timeZone)}.`}
      </p>
      {floors.rule_set.news && (
        <NextNews news={floors.rule_set.news} now={now} timeZone={timeZone} />
      )}
      <ProgressDetails accountId={account.account_id} />
    </>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-tiny text-muted">{label}</dt>
      <dd className="figures text-small wrap-anywhere">{children}</dd>
    </div>
  );
}

/** What is lost of the room above the floor, what is at risk of it, and what is left. */
function LimitBar({ floors }: { floors: FloorsView }) {
  const parts = barParts(floors);
  if (!parts) return <p className="mt-2 text-tiny text-muted">The bar needs equity and risk.</p>;
  const { lost, atRisk, left } = parts;
  return (
    <div className="mt-3">
      <div aria-hidden="true" className="flex h-3 overflow-hidden rounded-full bg-sunk">
        <div className="bg-brand" style={{ width: `${lost}%` }} />
        <div className="bg-brand/40" style={{ width: `${atRisk}%` }} />
      </div>
      <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-tiny text-muted">
        <span className="sr-only">Of the room above the floor: </span>
        <Key tone="bg-brand">{Math.round(lost)}% lost</Key>
        <Key tone="bg-brand/40">{Math.round(atRisk)}% at risk</Key>
        <Key tone="border border-line-strong bg-sunk">{Math.round(left)}% left</Key>
      </p>
    </div>
  );
}

function Key({ tone, children }: { tone: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2.5 rounded-full ${tone}`} />
      {children}
    </span>
  );
}
