import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge } from '@quorate/ui/badge';
import { ACTION_TEXT, leanWords, VERDICT_WORDS } from '@quorate/ui/decision-words';
import { DeskCard, VoteBars } from '@quorate/ui/desk-parts';
import { Disclosure } from '@quorate/ui/disclosure';
import { type Fact, FactList } from '@quorate/ui/fact-list';
import { Notice } from '@quorate/ui/notice';
import { Skeleton } from '@quorate/ui/skeleton';
import { storedName } from '@quorate/ui/stored-name';
import { storedSentence } from '@quorate/ui/stored-sentence';
import { useNow } from '@quorate/ui/use-now';
import { VerdictBar } from '@quorate/ui/verdict-bar';
import { limitWords, valueWords, verdictRuleName } from '@quorate/ui/verdict-rule-words';
import { VoteRow } from '@quorate/ui/vote-row';
import { VotesConverging } from '@quorate/ui/votes-converging';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import {
  AT_WORK,
  getRun,
  type LastDecision,
  type LimitUse,
  type RunDetail,
  type RunState,
} from '../../contract/runs.ts';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { useLocal } from '../lib/local-client.ts';
import { AccountLimits, EntriesOff } from './account-limits.tsx';
import { LimitBar } from './limit-bar.tsx';
import { PositionsPanel } from './positions-panel.tsx';
import { RunStrip } from './run-strip.tsx';
import { RunTrouble } from './run-trouble.tsx';
import { ageWords, localTime } from './run-words.ts';
import { StateLine } from './state-line.tsx';

const AT_WORK_MS = 2_000;
const AT_REST_MS = 10_000;

type RunOverviewProps = { configuration: ConfigurationSummary; timeZone: string };

/** What the bot is doing and why, with what it holds and which limits it has used. */
export function RunOverview({ configuration, timeZone }: RunOverviewProps) {
  const { configuration_name: name, run } = configuration;
  const now = useNow();
  const { data, error, dataUpdatedAt, refetch, isFetching } = useLocal(
    getRun,
    { params: { name } },
    { refreshMs: AT_WORK.has(run.phase) ? AT_WORK_MS : AT_REST_MS },
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <RunTrouble configuration={configuration} />
      <FailureNotice
        title={
          data === undefined
            ? t`Failed to load decisions and limits`
            : t`Failed to update these figures`
        }
        // Of a configuration that cannot be read there is nothing to read either.
        error={configuration.problem === null ? error : null}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
      {error !== null && data !== undefined && (
        <Notice tone="warning">{t`These figures are ${ageWords(now - dataUpdatedAt)} old. The bot itself may be fine.`}</Notice>
      )}
      <Now configuration={configuration} detail={data} now={now} timeZone={timeZone} />
      {data === undefined && error === null && <DetailPlace />}
      {data !== undefined && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)] lg:grid-rows-[auto_1fr]">
          <PositionsPanel
            run={data.run}
            positions={data.positions}
            isAtWork={AT_WORK.has(run.phase)}
            now={now}
          />
          <div className="grid gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <DecisionPanel decisions={data.decisions} now={now} timeZone={timeZone} />
            <LimitsPanel limits={data.limits} />
          </div>
          {configuration.problem === null && (
            <DeskCard title={t`Limits of the account`} aside={<RulesName run={run} />}>
              <AccountLimits run={run} now={now} timeZone={timeZone} />
            </DeskCard>
          )}
        </div>
      )}
    </div>
  );
}

type NowProps = RunOverviewProps & { detail: RunDetail | undefined; now: number };

/** What the bot is doing and what to do about it, then equity, today and limits. */
function Now({ configuration, detail, now, timeZone }: NowProps) {
  // The stream tells a change of the state sooner than the next call does.
  const { run, currency_pairs: symbols } = configuration;
  const isAtWork = AT_WORK.has(run.phase);
  return (
    <>
      <div>
        <StateLine
          counts
          run={isSaidAbove(run) ? { ...run, message: null } : run}
          limits={detail?.limits ?? []}
          symbols={symbols}
          now={now}
          timeZone={timeZone}
        />
        {isAtWork && detail && (
          <p className="mt-1 text-tiny text-muted">
            <Trans>
              {terminalWords(detail.terminal_seen_at, now, timeZone)} ·{' '}
              {serviceWords(detail.service_seen_at, now, timeZone)} · since{' '}
              <time dateTime={run.since}>{localTime(run.since, now, timeZone)}</time>
            </Trans>
          </p>
        )}
        <EntriesOff run={run} now={now} timeZone={timeZone} />
      </div>
      <section
        aria-label={t`Equity and limits`}
        className="rounded-card border border-line bg-surface p-3 sm:p-4 sm:px-5"
      >
        <RunStrip
          run={withKnown(run, detail)}
          todayResult={detail?.today_result ?? null}
          now={now}
          timeZone={timeZone}
        />
      </section>
    </>
  );
}

/** The notice above says why. */
function isSaidAbove({ phase }: RunState): boolean {
  return phase === 'failed' || phase === 'restarting';
}

/** Figures of the account from wherever they are known. */
function withKnown(run: RunState, detail: RunDetail | undefined): RunState {
  if (!detail) return run;
  return {
    ...run,
    equity: run.equity ?? detail.run.equity,
    balance: run.balance ?? detail.run.balance,
    currency: run.currency ?? detail.run.currency,
  };
}

function terminalWords(at: string | null, now: number, timeZone: string): string {
  return at === null
    ? t`Terminal not seen in this run`
    : t`Terminal last seen at ${localTime(at, now, timeZone)}`;
}

function serviceWords(at: string | null, now: number, timeZone: string): string {
  return at === null
    ? t`Service not seen in this run`
    : t`Service last seen at ${localTime(at, now, timeZone)}`;
}

function RulesName({ run: { floors } }: { run: RunState }) {
  return floors && <Badge tone="brand">{storedName(floors.rule_set.name)}</Badge>;
}

/** As high as what comes, so that nothing jumps. */
function DetailPlace() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">{t`Loading decisions and limits`}</span>
      <Skeleton className="h-24 rounded-card" />
      <div className="grid gap-5 lg:grid-cols-[1.35fr_1fr]">
        <Skeleton className="h-80 rounded-card" />
        <Skeleton className="h-80 rounded-card" />
      </div>
    </div>
  );
}

/** Every limit of the risk settings, reached ones first. */
function LimitsPanel({ limits }: { limits: readonly LimitUse[] }) {
  const reached = limits.filter((use) => use.reached !== null);
  const others = limits.filter((use) => use.reached === null);
  return (
    <DeskCard
      title={t`Limits used`}
      aside={
        reached.length > 0 ? (
          <span className="text-tiny font-medium text-loss">{t`${reached.length} reached`}</span>
        ) : undefined
      }
    >
      {limits.length === 0 ? (
        <p className="text-small text-muted">{t`Not known yet. They appear once the terminal reports the account's equity.`}</p>
      ) : (
        <ul aria-label={t`Limits`}>
          {[...reached, ...others].map((use) => (
            <LimitBar key={use.id} use={use} />
          ))}
        </ul>
      )}
    </DeskCard>
  );
}

type DecisionPanelProps = { decisions: readonly LastDecision[]; now: number; timeZone: string };

/** The last decision of every symbol: who voted what, what the rules said, and what came of it. */
function DecisionPanel({ decisions, now, timeZone }: DecisionPanelProps) {
  const [newest, ...others] = decisions;
  return (
    <DeskCard title={t`Last decisions`}>
      {newest === undefined ? (
        <p className="text-small text-muted">{t`No decision yet. The analysts vote when the next bar closes.`}</p>
      ) : (
        <>
          <article aria-label={t`Decision on ${newest.symbol}`}>
            <DecisionHead last={newest} now={now} timeZone={timeZone} />
            <DecisionCard last={newest} />
          </article>
          {others.length > 0 && (
            <div className="mt-5">
              {others.map((last) => (
                <Disclosure
                  key={last.symbol}
                  title={
                    <span className="min-w-0 flex-1">
                      <DecisionHead last={last} now={now} timeZone={timeZone} withOutcome />
                    </span>
                  }
                >
                  <article aria-label={t`Decision on ${last.symbol}`} className="-mt-3 text-ink">
                    <DecisionCard last={last} />
                  </article>
                </Disclosure>
              ))}
            </div>
          )}
        </>
      )}
    </DeskCard>
  );
}

const OUTCOMES = {
  traded: { name: t`Traded`, tone: 'gain' },
  refused: { name: t`Refused`, tone: 'loss' },
  held: { name: t`Held`, tone: 'neutral' },
  waiting: { name: t`Under way`, tone: 'brand' },
} as const;

type DecisionHeadProps = {
  last: LastDecision;
  now: number;
  timeZone: string;
  /** Says what came of it too, where the rest is folded away. */
  withOutcome?: boolean;
};

/** Which symbol, when, the verdict and what came of it. */
function DecisionHead({ last, now, timeZone, withOutcome = false }: DecisionHeadProps) {
  const { symbol, decision, outcome } = last;
  const { name, tone } = OUTCOMES[outcome.kind];
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span>
          <span className="figures text-body font-semibold">{symbol}</span>{' '}
          <span className="text-tiny font-normal text-muted">
            {decision.timeframe} ·{' '}
            <time dateTime={decision.decided_at}>
              {localTime(decision.decided_at, now, timeZone)}
            </time>
          </span>
        </span>
        <span className="flex items-center gap-2.5">
          {withOutcome && (
            <span className={`text-small ${ACTION_TEXT[decision.action]}`}>
              <VoteBars
                votes={decision.votes.map((vote) => (vote.abstained ? null : vote.action))}
              />
              {VERDICT_WORDS[decision.action]}
            </span>
          )}
          <Badge tone={tone}>{name}</Badge>
        </span>
      </span>
      {withOutcome && (
        <span className="mt-0.5 block text-tiny font-normal text-muted">
          {storedSentence(outcome.kind === 'held' ? decision.reason : outcome.text)}
        </span>
      )}
    </>
  );
}

/** One decision with its votes, its rules and what came of it on this computer. */
function DecisionCard({ last }: { last: LastDecision }) {
  const { decision, outcome } = last;
  const { votes, action, p_up: up, rules } = decision;
  return (
    <>
      {votes.length > 0 && (
        <>
          <ul aria-label={t`Votes on ${last.symbol}`} className="mt-1.5">
            {votes.map((vote) => (
              <VoteRow key={vote.analyst} vote={vote} reason={storedSentence(vote.reason)} />
            ))}
          </ul>
          <VotesConverging votes={votes} action={action} />
        </>
      )}
      <div className="mt-2">
        <VerdictBar
          action={action}
          verdict={VERDICT_WORDS[action]}
          note={t`${decision.agreeing} of ${plural(decision.voters, { one: '# vote', other: '# votes' })} agree · ${leanWords(up)}`}
        />
      </div>
      <p className="mt-2.5 text-small">{storedSentence(decision.reason)}</p>
      {outcome.kind !== 'held' && (
        <p className="mt-1 text-small font-medium">{storedSentence(outcome.text)}</p>
      )}
      {rules.length > 0 && (
        <div className="mt-2.5">
          <FactList facts={rules.map(factOf)} />
        </div>
      )}
    </>
  );
}

function factOf(check: LastDecision['decision']['rules'][number]): Fact {
  const found = valueWords(check);
  return {
    label: verdictRuleName(check.name),
    // Yes or no needs no limit.
    value: check.name === 'direction' ? found : `${found} ${limitWords(check)}`,
    pass: check.pass,
  };
}
