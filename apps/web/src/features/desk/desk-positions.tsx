import { t } from '@lingui/core/macro';
import type { Desk, DeskLimits, DeskPosition } from '@quorate/contract/desk';
import { symbolText } from '@quorate/contract/hosted-terms';
import { DeskCard, PositionRow } from '@quorate/ui/desk-parts';
import { formatMoney } from '@quorate/ui/format';
import { TONE_TEXT, toneOf } from '@quorate/ui/stat';
import { formatClock, formatTime } from '@quorate/ui/time-format';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useDeskPath } from '../../lib/desk-path.ts';
import { decisionPath } from '../../lib/story-path.ts';
import { ifStoppedText } from './desk-words.ts';

/** Closed trades in the room that open ones leave on a wide screen. */
function LastClosed({
  marks,
  currency,
  timeZone,
}: {
  marks: Desk['curve']['marks'];
  currency: string;
  timeZone: string;
}) {
  const path = useDeskPath();
  if (marks.length === 0) return null;
  return (
    <div className="mt-3 max-lg:hidden">
      <h3 className="text-tiny text-muted">{t`Last closed`}</h3>
      <ul className="divide-y divide-line">
        {marks
          .slice(-LAST_CLOSED)
          .toReversed()
          .map(({ at, net, symbol, decision_id: id }) => {
            const row = (
              <>
                <span className="figures text-tiny font-semibold">{symbolText(symbol)}</span>
                <time dateTime={at} className="text-tiny text-muted">
                  {formatTime(at, timeZone)}
                </time>
                <span className={`figures text-tiny ${TONE_TEXT[toneOf(net)]}`}>
                  {formatMoney(net, currency, 'always')}
                </span>
              </>
            );
            const look = '-mx-2 flex min-h-9 items-center justify-between gap-3 rounded-sm px-2';
            return (
              <li key={`${at} ${symbol} ${id}`}>
                {id === null ? (
                  <p className={look}>{row}</p>
                ) : (
                  <Link to={decisionPath(path, id)} className={`${look} hover:bg-sunk/70`}>
                    {row}
                  </Link>
                )}
              </li>
            );
          })}
      </ul>
    </div>
  );
}

const LAST_CLOSED = 5;

type DeskPositionsProps = { desk: Desk; currency: string; now: number; timeZone: string };

/** What is open, between its stop and its target, and what would be left if all of it was stopped out. */
export function DeskPositions({ desk, currency, now, timeZone }: DeskPositionsProps) {
  const { positions, more_positions: more, as_of: asOf } = desk;
  const stopped = ifStoppedText(desk, currency);
  const marketNow = desk.hosted && asOf ? Date.parse(asOf) : now;
  return (
    <DeskCard
      title={t`Open positions`}
      aside={
        <span className="figures text-small font-medium text-brand">{positions.length + more}</span>
      }
    >
      {positions.length === 0 ? (
        <>
          <p className="text-small text-muted">
            {more === 0 ? t`Nothing is open.` : t`Your bot has not sent their figures yet.`}
          </p>
          <LastClosed marks={desk.curve.marks} currency={currency} timeZone={timeZone} />
        </>
      ) : (
        <ul className="divide-y divide-line">
          {positions.slice(0, SHOWN).map((position) => (
            <Position
              key={position.position_ticket}
              position={position}
              currency={currency}
              now={marketNow}
            />
          ))}
        </ul>
      )}
      {positions.length > 0 && positions.length + more > Math.min(SHOWN, positions.length) && (
        <p className="mt-2 text-tiny text-muted">{t`${positions.length + more - Math.min(SHOWN, positions.length)} more are open.`}</p>
      )}
      {positions.length > 0 && stopped && (
        <p className="mt-3 border-t border-line pt-3 text-tiny max-sm:hidden">{stopped}</p>
      )}
      <NextEvents events={desk.events} news={desk.limits?.news ?? null} timeZone={timeZone} />
    </DeskCard>
  );
}

const SHOWN = 4;

type PositionProps = { position: DeskPosition; currency: string; now: number };

function Position({ position, currency, now }: PositionProps) {
  const path = useDeskPath();
  const { symbol, trade_type: side, decision_id: id } = position;
  return (
    <PositionRow
      position={{ ...position, symbol: symbolText(symbol), side }}
      currency={currency}
      now={now}
      {...(id !== null && {
        linked: (name: ReactNode) => (
          <Link
            to={decisionPath(path, id)}
            className="-my-2 py-2 underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-brand"
          >
            {name}
          </Link>
        ),
      })}
    />
  );
}

type NextEventsProps = {
  events: Desk['events'];
  news: DeskLimits['news'];
  timeZone: string;
};

/** The next events, with the time without new trades where the rules have one. */
function NextEvents({ events, news, timeZone }: NextEventsProps) {
  if (!events || events.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 text-small font-semibold text-muted">{t`Next events`}</h3>
      <ul className="mt-1 space-y-1 text-tiny">
        {events.map(({ at, currency, title, importance }) => (
          <li key={`${at} ${currency} ${title}`} className="flex justify-between gap-3">
            <span className="min-w-0 truncate">
              <time dateTime={at} className="figures font-semibold">
                {formatTime(at, timeZone).slice(-5)}
              </time>{' '}
              {currency} {title}
            </span>
            <span className="shrink-0 text-muted">
              {importance === 'high' && news ? windowText(at, news, timeZone) : importance}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** @example windowText('2026-03-02T15:30:00Z', news, 'UTC') // 'no new trades 15:15 to 15:45' */
function windowText(at: string, news: NonNullable<DeskLimits['news']>, timeZone: string): string {
  const clock = (minutes: number) =>
    formatClock(new Date(Date.parse(at) + minutes * 60_000).toISOString(), timeZone).slice(0, 5);
  return t`no new trades ${clock(-news.minutes_before)} to ${clock(news.minutes_after)}`;
}
