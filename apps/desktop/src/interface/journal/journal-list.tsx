import type { JournalLine } from '@quorate/bot/live/shown-journal';
import { sentenceCase } from '@quorate/ui/decision-words';
import { formatClock } from '@quorate/ui/time-format';
import { journalDays } from './journal-days.ts';

type JournalListProps = { lines: readonly JournalLine[]; timeZone: string };

/** What the bot did, day by day, newest first. */
export function JournalList({ lines, timeZone }: JournalListProps) {
  return (
    <div className="space-y-6">
      {journalDays(lines, timeZone).map(({ day, lines: ofDay }) => (
        <section key={`${day} ${ofDay[0]?.id}`} aria-label={day}>
          <h2 className="border-b border-line-strong/50 pb-1 font-serif text-[1.125rem]">{day}</h2>
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
      <time dateTime={line.at} className="figures text-[0.8438rem] leading-[1.4rem] text-muted">
        {formatClock(line.at, timeZone)}
      </time>
      <span className="text-tiny leading-[1.4rem] text-muted">
        {sentenceCase(line.kind)}
        {line.symbol !== null && (
          <>
            {' '}
            <span className="figures font-medium text-ink">{line.symbol}</span>
          </>
        )}
      </span>
      <span className="col-start-2 wrap-anywhere md:col-start-3">{line.text}</span>
    </li>
  );
}
