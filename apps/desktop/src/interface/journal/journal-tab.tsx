import { t } from '@lingui/core/macro';
import type { JournalLine } from '@quorate/bot/live/shown-journal';
import { sentenceCase } from '@quorate/ui/decision-words';
import { EmptyState } from '@quorate/ui/empty-state';
import { SelectField } from '@quorate/ui/select-field';
import { storedSentence } from '@quorate/ui/stored-sentence';
import { formatClock, formatDay } from '@quorate/ui/time-format';
import { useState } from 'react';
import { listJournal } from '../../contract/journal.ts';
import { PagedSection, usePages } from '../run/paged-section.tsx';

type JournalTabProps = { name: string; timeZone: string };

const EVERYTHING = '';

/** What the bot did and why, in words. */
export function JournalTab({ name, timeZone }: JournalTabProps) {
  const pages = usePages(listJournal, name);
  const [kind, setKind] = useState(EVERYTHING);
  const lines = (pages.data ?? []).flatMap((page) => page.lines);
  const kinds = kindsOf(lines);
  const shown = kind === EVERYTHING ? lines : lines.filter((line) => line.kind === kind);
  return (
    <PagedSection
      label={t`What it did`}
      pages={pages}
      unreadable={t`What it did could not be read`}
      loading={t`Reading what it did`}
      more={t`Show earlier`}
    >
      {pages.isSuccess && lines.length === 0 && (
        <EmptyState
          title={t`Nothing yet`}
        >{t`Every decision, order and refusal appears here with its figures once the bot has started.`}</EmptyState>
      )}
      {lines.length > 0 && (
        <>
          {kinds.length > 1 && (
            <SelectField
              label={t`Show`}
              value={kinds.includes(kind) ? kind : EVERYTHING}
              options={[
                { value: EVERYTHING, label: t`Everything` },
                ...kinds.map((value) => ({ value, label: kindWords(value) })),
              ]}
              onChange={setKind}
              className="mb-5 max-w-56"
            />
          )}
          <JournalList lines={shown} timeZone={timeZone} />
          <p className="mt-3 text-tiny text-muted">{t`Times in ${timeZone}.`}</p>
        </>
      )}
    </PagedSection>
  );
}

type JournalListProps = { lines: readonly JournalLine[]; timeZone: string };

/** What the bot did, day by day, newest first. */
function JournalList({ lines, timeZone }: JournalListProps) {
  return (
    <div className="space-y-6">
      {journalDays(lines, timeZone).map(({ day, lines: ofDay }) => (
        <section key={`${day} ${ofDay[0]?.id}`} aria-label={day}>
          <h2 className="border-b border-line-strong/50 pb-1 font-serif text-body">{day}</h2>
          <ul>
            {ofDay.map((line) => (
              <JournalRow key={line.id} line={line} timeZone={timeZone} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function JournalRow({ line, timeZone }: { line: JournalLine; timeZone: string }) {
  return (
    <li className="grid grid-cols-[4.75rem_minmax(0,1fr)] gap-x-3 border-b border-line py-2 text-small md:grid-cols-[4.75rem_9rem_minmax(0,1fr)]">
      <time dateTime={line.at} className="figures text-tiny leading-[1.4rem] text-muted">
        {formatClock(line.at, timeZone)}
      </time>
      <span className="text-tiny leading-[1.4rem] text-muted">
        {kindWords(line.kind)}
        {line.symbol !== null && (
          <>
            {' '}
            <span className="figures font-medium text-ink">{line.symbol}</span>
          </>
        )}
      </span>
      <span className="col-start-2 wrap-anywhere md:col-start-3">{storedSentence(line.text)}</span>
    </li>
  );
}

type JournalDay = Readonly<{
  /** As it is read. @example '20 May 2026' */
  day: string;
  lines: readonly JournalLine[];
}>;

/** Lines under the days of the reader's zone, in the order in which they come. */
export function journalDays(lines: readonly JournalLine[], timeZone: string): JournalDay[] {
  const days: { day: string; lines: JournalLine[] }[] = [];
  for (const line of lines) {
    const day = formatDay(line.at, timeZone);
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(line);
    else days.push({ day, lines: [line] });
  }
  return days;
}

/** Kinds that there are, in the order of their names. */
export function kindsOf(lines: readonly JournalLine[]): string[] {
  return [...new Set(lines.map(({ kind }) => kind))].sort();
}

const KINDS: Readonly<Record<string, string>> = {
  decision: t`Decision`,
  refusal: t`Refusal`,
  order: t`Order`,
  'trade-opened': t`Trade opened`,
  'trade-changed': t`Trade changed`,
  'trade-closed': t`Trade closed`,
  limit: t`Limit`,
  unavailable: t`Unavailable`,
  managed: t`Managed`,
  governed: t`Governed`,
  'cash-flow': t`Cash flow`,
  owner: t`Owner`,
  flattened: t`Flattened`,
  'stop-set': t`Stop set`,
  'closing-without-stop': t`Closing without stop`,
};

function kindWords(kind: string): string {
  return KINDS[kind] ?? sentenceCase(kind);
}
