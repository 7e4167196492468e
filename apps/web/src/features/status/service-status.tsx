import { plural, t } from '@lingui/core/macro';
import type { PartState, ServiceStatus } from '@quorate/contract/status';
import { Badge } from '@quorate/ui/badge';
import { classNames } from '@quorate/ui/class-names';
import { formatPercent } from '@quorate/ui/format';
import { NOTHING_YET } from '@quorate/ui/stat';
import { formatDay, formatTime, viewerTimeZone } from '@quorate/ui/time-format';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { useLoad } from '../../lib/use-load.ts';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { loadStatus } from './status.api.ts';

const AGAIN_MS = 30_000;

/** Whether the service works, asked of it while the page is open. */
export function ServiceStatusView() {
  const { data, error, busy, again } = useLoad(loadStatus);
  const askAgain = useEffectEvent(() => {
    if (!document.hidden) again();
  });
  useEffect(() => {
    const timer = setInterval(askAgain, AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  const isDown = error !== null;
  // What came before a failure says nothing of now.
  const now = isDown ? null : data;
  return (
    <>
      <Verdict status={now} isDown={isDown} />
      {isDown && (
        <div className="mt-4">
          <RetryNotice
            title={t`The service does not answer`}
            error={error}
            onRetry={again}
            busy={busy}
          />
        </div>
      )}
      <Parts status={now} isDown={isDown} />
      <History status={data} />
    </>
  );
}

function Verdict({ status, isDown }: { status: ServiceStatus | null; isDown: boolean }) {
  const isHydrated = useHydrated();
  const state = verdictOf(status, isDown);
  return (
    <div
      role="status"
      className="flex flex-wrap items-baseline gap-x-4 gap-y-1 rounded-card border border-line bg-surface px-5 py-4"
    >
      <p className="font-serif text-heading font-medium">{VERDICTS[state]}</p>
      <p className="text-small text-muted">
        {status ? t`Checked ${formatTime(status.at, viewerTimeZone())}.` : ''}
        {!isHydrated && t`This page asks the service with a script.`}
      </p>
    </div>
  );
}

const VERDICTS = {
  up: t`Everything works`,
  slow: t`It works, with delays`,
  down: t`The service does not answer`,
  answers: t`The service answers`,
  asked: t`Asking the service …`,
} as const;

/** Bots send no bars while markets are closed: not to know of any is no delay. */
function verdictOf(status: ServiceStatus | null, isDown: boolean): keyof typeof VERDICTS {
  if (isDown) return 'down';
  if (!status) return 'asked';
  const states = [status.database.state, status.mail.state];
  if (states.includes('slow')) return 'slow';
  return states.includes('unknown') ? 'answers' : 'up';
}

function Parts({ status, isDown }: { status: ServiceStatus | null; isDown: boolean }) {
  const service = isDown ? 'down' : status ? 'up' : 'unknown';
  return (
    <ul className="mt-6 divide-y divide-line border-y border-line">
      <Part name={t`Site and service`} state={service}>
        {status ? t`Version ${status.version}.` : NOTHING_YET}
      </Part>
      <Part name={t`Database`} state={status?.database.state ?? 'unknown'}>
        {databaseWords(status?.database)}
      </Part>
      <Part name={t`Bars from bots`} state={status?.bars.state ?? 'unknown'}>
        {status?.bars.last_at
          ? t`The last one came ${formatTime(status.bars.last_at, viewerTimeZone())}. None come while markets are closed.`
          : NOTHING_YET}
      </Part>
      <Part name={t`Mail`} state={status?.mail.state ?? 'unknown'}>
        {mailWords(status?.mail.waiting_s ?? null)}
      </Part>
    </ul>
  );
}

type PartProps = { name: string; state: PartState; children: ReactNode };

function Part({ name, state, children }: PartProps) {
  const { word, tone } = STATES[state];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 py-4 sm:grid-cols-[12rem_minmax(0,1fr)_auto]">
      <h3 className="font-medium">{name}</h3>
      <p className="order-last col-span-2 text-small text-muted sm:order-none sm:col-span-1">
        {children}
      </p>
      <Badge tone={tone}>{word}</Badge>
    </li>
  );
}

const STATES = {
  up: { word: t`Works`, tone: 'gain' },
  slow: { word: t`Delayed`, tone: 'warn' },
  down: { word: t`Down`, tone: 'loss' },
  unknown: { word: t`Not known`, tone: 'neutral' },
} as const;

function databaseWords(database: ServiceStatus['database'] | undefined): string {
  if (!database || database.median_ms === null || database.slow_ms === null) return NOTHING_YET;
  const [median, slow] = [wholeMs(database.median_ms), wholeMs(database.slow_ms)];
  return t`Answers within ${median} ms (median of 24 hours), 95 of 100 times within ${slow} ms.`;
}

/** Measured in whole milliseconds, where 0 is less than one. */
const wholeMs = (ms: number) => Math.max(1, Math.ceil(ms));

function mailWords(waitingS: number | null): string {
  if (waitingS === null) return NOTHING_YET;
  if (waitingS < 60) return t`No mail waits.`;
  const minutes = Math.floor(waitingS / 60);
  return plural(minutes, {
    one: 'The oldest mail waits for # minute.',
    other: 'The oldest mail waits for # minutes.',
  });
}

function History({ status }: { status: ServiceStatus | null }) {
  const incident = status?.last_incident;
  return (
    <section aria-labelledby="history" className="mt-10">
      <h2 id="history" className="font-serif text-heading font-medium">{t`The last 90 days`}</h2>
      <dl className="mt-4 grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <Share name={t`Last 24 hours`} measured={status?.day} />
        <Share name={t`Last 90 days`} measured={status?.ninety_days} />
      </dl>
      {status && <Days {...status} />}
      <h3 className="mt-8 font-medium">{t`Last incident`}</h3>
      <p className="mt-1 text-muted">
        {incident ? incidentWords(incident) : status ? noIncidentWords(status) : NOTHING_YET}
      </p>
      <p className="mt-6 text-small text-muted">{t`The service measures itself once a minute. A minute counts as up when it was measured, the database answered within 1 second and no mail waited longer than 15 minutes. Minutes without a measurement count as down. Times are in your zone, days in UTC.`}</p>
    </section>
  );
}

type ShareProps = { name: string; measured: ServiceStatus['day'] | undefined };

function Share({ name, measured }: ShareProps) {
  const isKnown = measured && measured.up_percent !== null && measured.since !== null;
  return (
    <div>
      <dt className="text-small text-muted">{name}</dt>
      <dd className="figures mt-1 font-serif text-heading">
        {isKnown ? t`${formatPercent(measured.up_percent ?? 0)} up` : NOTHING_YET}
      </dd>
      <dd className="mt-1 text-tiny text-muted">
        {isKnown
          ? t`Measured since ${formatTime(measured.since ?? '', viewerTimeZone())}.`
          : t`Not known yet.`}
      </dd>
    </div>
  );
}

const DAYS = 90;
const DAY_MS = 86_400_000;

/** A line for each of 90 days; what is known of them is in words for whoever does not see it. */
function Days({ at, days }: Pick<ServiceStatus, 'at' | 'days'>) {
  const faulty = days.filter(({ up_percent: up }) => up < 100);
  const known = new Map(days.map(({ day, up_percent: up }) => [day, up]));
  const shown = Array.from({ length: DAYS }, (_, ago) =>
    new Date(Date.parse(at) - (DAYS - 1 - ago) * DAY_MS).toISOString().slice(0, 10),
  );
  return (
    <div className="mt-6">
      <div aria-hidden="true" className="flex h-10 items-stretch gap-px sm:gap-0.5">
        {shown.map((day) => {
          const up = known.get(day);
          return (
            <span
              key={day}
              title={
                up === undefined
                  ? t`${formatDay(day, 'UTC')}: not measured`
                  : t`${formatDay(day, 'UTC')}: ${formatPercent(up)} up`
              }
              className={classNames('min-w-px flex-1 rounded-[2px]', colourOf(up))}
            />
          );
        })}
      </div>
      {days.length > 0 && (
        <p className="mt-2 text-tiny text-muted">
          {plural(days.length, { one: '# day measured.', other: '# days measured.' })}{' '}
          {faulty.length === 0
            ? t`Up from end to end.`
            : plural(faulty.length, {
                one: '# day had minutes that were not up.',
                other: '# days had minutes that were not up.',
              })}
        </p>
      )}
    </div>
  );
}

function colourOf(up: number | undefined): string {
  if (up === undefined) return 'bg-line';
  if (up >= 99.9) return 'bg-gain';
  return up >= 99 ? 'bg-warn' : 'bg-loss';
}

function incidentWords({ part, from, until }: NonNullable<ServiceStatus['last_incident']>): string {
  const zone = viewerTimeZone();
  const [begun, ended] = [formatTime(from, zone), until && formatTime(until, zone)];
  switch (part) {
    case 'service':
      return ended
        ? t`The service was not there from ${begun} to ${ended}.`
        : t`The service has measured nothing since ${begun}.`;
    case 'database':
      return ended
        ? t`The database was slow from ${begun} to ${ended}.`
        : t`The database has been slow since ${begun}.`;
    case 'mail':
      return ended
        ? t`Mails were late from ${begun} to ${ended}.`
        : t`Mails have been late since ${begun}.`;
  }
}

function noIncidentWords({ ninety_days: { since } }: ServiceStatus): string {
  if (since === null) return t`Not known: nothing was measured yet.`;
  return t`None since ${formatTime(since, viewerTimeZone())}.`;
}
