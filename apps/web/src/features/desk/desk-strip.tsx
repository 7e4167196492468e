import { plural, t } from '@lingui/core/macro';
import type { Desk, DeskLimits } from '@quorate/contract/desk';
import { shownLimitLines } from '@quorate/contract/limit-lines';
import { classNames } from '@quorate/ui/class-names';
import { LeadFigure, LimitLine, ResultText } from '@quorate/ui/desk-parts';
import { formatCount, formatMoney, formatPercent } from '@quorate/ui/format';
import { changePercent, limitNote } from '@quorate/ui/limits-words';
import { NOTHING_YET, TONE_TEXT, toneOf } from '@quorate/ui/stat';
import { formatDay, formatTime } from '@quorate/ui/time-format';
import type { ReactNode } from 'react';
import { latePart } from '../../lib/late-part.tsx';

const provenanceHint = latePart(
  async () => (await import('../../ui/provenance-shares.tsx')).ProvenanceHint,
  <span>{t`Where from?`}</span>,
  t`Failed to load where these trades come from.`,
);

type DeskStripProps = {
  userId: string;
  desk: Desk;
  currency: string;
  isPractice: boolean;
  now: number;
  timeZone: string;
};

/** The one figure that leads, how far it is from its limits, and today's four. */
export function DeskStrip({ userId, desk, currency, isPractice, now, timeZone }: DeskStripProps) {
  const { equity, limits, today } = desk;
  const change = today.change;
  return (
    <section
      aria-label={t`Equity and limits`}
      className="grid grid-cols-2 gap-x-6 gap-y-2.5 rounded-card border border-line bg-surface p-3 sm:gap-y-3 sm:p-4 sm:px-5 lg:grid-cols-[auto_1fr_1fr_auto] lg:items-center"
    >
      <LeadFigure
        className="flex flex-wrap items-baseline justify-between gap-x-3 max-lg:col-span-2 lg:block"
        label={equityLabel(desk, now, timeZone)}
        value={equity === null ? NOTHING_YET : formatMoney(equity, currency)}
        note={
          change === null ? (
            t`Change of today not known`
          ) : (
            <>
              <ResultText amount={change} currency={currency} /> {t`today`}
              {equity === null ? '' : ` (${changePercent(change, equity - change)})`}
            </>
          )
        }
      />
      <Limits limits={limits} currency={currency} now={now} />
      <Today userId={userId} desk={desk} currency={currency} isPractice={isPractice} />
    </section>
  );
}

/** A bot that is not there any more says nothing new: its figures are named by their time. */
const FRESH_MS = 120_000;

function equityLabel({ hosted, as_of: asOf }: Desk, now: number, timeZone: string): string {
  const isOld = hosted === null && asOf !== null && now - Date.parse(asOf) > FRESH_MS;
  return isOld ? t`Equity as of ${formatTime(asOf, timeZone)}` : t`Equity`;
}

type LimitsProps = { limits: DeskLimits | null; currency: string; now: number };

function Limits({ limits, currency, now }: LimitsProps) {
  const lines = limits ? shownLimitLines(limits.lines) : [];
  if (!limits || lines.length === 0)
    return (
      <p className="col-span-2 text-small text-muted">{t`Limits are not known yet. Your bot reports them while it runs.`}</p>
    );
  return lines.map((line) => (
    <LimitLine
      key={line.kind}
      line={line}
      openRisk={limits.open_risk}
      isLocked={limits.lock?.kind === line.kind}
      note={limitNote(line, limits, currency, now)}
    />
  ));
}

type TodayProps = Pick<DeskStripProps, 'userId' | 'desk' | 'currency' | 'isPractice'>;

/** The specification's four figures of today; a dash where there is nothing yet. */
function Today({ userId, desk, currency, isPractice }: TodayProps) {
  const { account_id: accountId, today, hosted, all_time: all } = desk;
  const { trades, wins, losses, net, day } = today;
  const dash = (words: string) => (trades === 0 ? NOTHING_YET : words);
  const isMadeUp = hosted !== null && !hosted.in_real_time;
  const rate = (part: number, whole: number) => formatPercent((100 * part) / whole);
  return (
    <section aria-label={t`Today`} className="max-lg:col-span-2">
      <dl className="flex flex-wrap gap-x-4 gap-y-1 lg:gap-x-5">
        <Figure label={t`Win rate today`}>{dash(rate(wins, trades))}</Figure>
        <Figure label={t`Trades today`}>{dash(formatCount(trades))}</Figure>
        <Figure label={t`Wins today`}>
          {dash(formatCount(wins))}
          {losses > 0 && (
            <span className="sr-only">
              , {plural(losses, { one: '# loss', other: '# losses' })}
            </span>
          )}
        </Figure>
        <Figure label={t`P&L today`} tone={TONE_TEXT[toneOf(net)]}>
          {dash(formatMoney(net, currency, 'always'))}
        </Figure>
      </dl>
      <div className="mt-1 text-tiny text-muted">
        {all.trades === 0
          ? t`No trades yet.`
          : isPractice
            ? t`All time ${rate(all.wins, all.trades)} of ${plural(all.trades, { one: '# practice trade', other: '# practice trades' })}.`
            : t`All time ${rate(all.wins, all.trades)} of ${plural(all.trades, { one: '# trade', other: '# trades' })}.`}
        {all.trades > 0 && (
          <>
            {' '}
            <provenanceHint.Part userId={userId} query={{ period: 'all', account_id: accountId }} />
          </>
        )}
        {isMadeUp && ` ${t`“Today” is ${formatDay(day, 'UTC')} on its market.`}`}
      </div>
    </section>
  );
}

/** The same for somebody without an account: what will be here. */
export function NothingToday() {
  return (
    <section
      aria-label={t`Today`}
      className="rounded-card border border-line bg-surface p-4 sm:px-5"
    >
      <dl className="flex flex-wrap gap-x-4 gap-y-1">
        {TODAY_LABELS.map((label) => (
          <Figure key={label} label={label}>
            {NOTHING_YET}
          </Figure>
        ))}
      </dl>
      <p className="mt-1 text-tiny text-muted">{t`No trades yet.`}</p>
    </section>
  );
}

const TODAY_LABELS = [t`Win rate today`, t`Trades today`, t`Wins today`, t`P&L today`];

type FigureProps = { label: string; tone?: string; children: ReactNode };

function Figure({ label, tone = '', children }: FigureProps) {
  return (
    // As narrow as its widest word: four beside each other on a phone, two where text is large.
    <div className="flex min-w-min flex-1 basis-0 flex-col justify-between">
      <dt className="text-tiny leading-tight text-muted">{label}</dt>
      <dd
        className={classNames('mt-0.5 text-body font-medium whitespace-nowrap tabular-nums', tone)}
      >
        {children}
      </dd>
    </div>
  );
}
