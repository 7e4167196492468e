import { sentenceCase } from '@quorate/ui/decision-words';
import { EmptyState } from '@quorate/ui/empty-state';
import { SelectField } from '@quorate/ui/select-field';
import { useState } from 'react';
import { listJournal } from '../../contract/journal.ts';
import { PagedSection } from '../run/paged-section.tsx';
import { usePages } from '../run/use-pages.ts';
import { kindsOf } from './journal-days.ts';
import { JournalList } from './journal-list.tsx';

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
      label="What it did"
      pages={pages}
      unreadable="What it did could not be read"
      loading="Reading what it did"
      more="Show earlier"
    >
      {pages.isSuccess && lines.length === 0 && (
        <EmptyState title="Nothing yet">
          Every decision, every order and every refusal stands here with its figures, from the first
          start on.
        </EmptyState>
      )}
      {lines.length > 0 && (
        <>
          {kinds.length > 1 && (
            <SelectField
              label="Show"
              value={kinds.includes(kind) ? kind : EVERYTHING}
              options={[
                { value: EVERYTHING, label: 'Everything' },
                ...kinds.map((value) => ({ value, label: sentenceCase(value) })),
              ]}
              onChange={setKind}
              className="mb-5 max-w-56"
            />
          )}
          <JournalList lines={shown} timeZone={timeZone} />
          <p className="mt-3 text-tiny text-muted">Times in {timeZone}.</p>
        </>
      )}
    </PagedSection>
  );
}
