import { Notice } from '@quorate/ui/notice';
import { Skeleton } from '@quorate/ui/skeleton';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import { AT_WORK } from '../../contract/run-state.ts';
import { getRun } from '../../contract/runs.ts';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { useLocal } from '../lib/use-local.ts';
import { DecisionPanel } from './decision-panel.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { NowPanel } from './now-panel.tsx';
import { PositionsPanel } from './positions-panel.tsx';
import { RunTrouble } from './run-trouble.tsx';
import { ageWords } from './span-words.ts';
import { useNow } from './use-now.ts';

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
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <RunTrouble configuration={configuration} />
      <FailureNotice
        title={
          data === undefined
            ? 'Its decisions and limits could not be read'
            : 'These figures could not be brought up to date'
        }
        // Of a configuration that cannot be read there is nothing to read either.
        error={configuration.problem === null ? error : null}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
      {error !== null && data !== undefined && (
        <Notice tone="warning">
          What is shown is {ageWords(now - dataUpdatedAt)} old. The bot itself may be fine.
        </Notice>
      )}
      <NowPanel configuration={configuration} detail={data} now={now} timeZone={timeZone} />
      {data === undefined && error === null && <DetailPlace />}
      {data !== undefined && (
        <>
          <PositionsPanel
            positions={data.positions}
            isKnown={data.run.open_positions !== null}
            isAtWork={AT_WORK.has(run.phase)}
            currency={data.run.currency}
            now={now}
            timeZone={timeZone}
          />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
            <DecisionPanel decisions={data.decisions} now={now} timeZone={timeZone} />
            <LimitsPanel limits={data.limits} />
          </div>
        </>
      )}
    </div>
  );
}

/** As high as what comes, so that nothing jumps. */
function DetailPlace() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Reading what the bot did last</span>
      <Skeleton className="h-24 rounded-card" />
      <div className="grid gap-5 lg:grid-cols-[1.35fr_1fr]">
        <Skeleton className="h-80 rounded-card" />
        <Skeleton className="h-80 rounded-card" />
      </div>
    </div>
  );
}
