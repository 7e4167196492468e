import { t } from '@lingui/core/macro';
import {
  JOURNAL_NOTE_MAX,
  JOURNAL_SETUP_LENGTH_MAX,
  type TradeEntry,
} from '@quorate/contract/journal';
import { Button } from '@quorate/ui/button';
import { formatList } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';
import { Skeleton } from '@quorate/ui/skeleton';
import { TextArea } from '@quorate/ui/text-area';
import { TextField } from '@quorate/ui/text-field';
import { formatTime } from '@quorate/ui/time-format';
import { useId } from 'react';
import { errorReason } from '../../lib/error-text.ts';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { wordsOf } from './entry-draft.ts';
import {
  type Place,
  type PlaceJournal,
  placeName,
  useJournalTags,
  usePlaceJournal,
  type Words,
} from './journal.api.ts';
import { Pictures } from './pictures.tsx';
import { TagField } from './tag-field.tsx';
import { type EntryState, useEntry } from './use-entry.ts';

type EntryEditorProps = {
  userId: string;
  place: Place;
  timeZone: string;
  /** What the note could be about, in the empty field. */
  placeholder: string;
};

/** Note, tags, set-up and pictures of a trade or a day, once they are known. */
export function EntryEditor(props: EntryEditorProps) {
  const { userId, place } = props;
  const journal = usePlaceJournal(userId, place);
  if (journal.data)
    // A place has its own text: nothing of one may end in another.
    return <KnownEntry key={placeName(place)} {...props} journal={journal.data} />;
  if (journal.isError)
    return (
      <RetryNotice
        title={t`Failed to load your notes`}
        error={journal.error}
        onRetry={() => void journal.refetch()}
        busy={journal.isFetching}
      />
    );
  return (
    <div role="status" aria-label={t`Loading your notes`} className="space-y-3">
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-11 w-full" />
    </div>
  );
}

function KnownEntry({
  userId,
  place,
  timeZone,
  placeholder,
  journal,
}: EntryEditorProps & { journal: PlaceJournal }) {
  const { words, state, change, save, settle } = useEntry(userId, place, journal.entry);
  const { data: names } = useJournalTags(userId);
  const list = useId();
  const left = JOURNAL_NOTE_MAX - words.note.length;
  return (
    <div className="space-y-4">
      {state.kind === 'conflict' && (
        <Conflict own={words} other={state.current} timeZone={timeZone} onSettle={settle} />
      )}
      <TextArea
        label={t`Note`}
        rows={5}
        value={words.note}
        maxLength={JOURNAL_NOTE_MAX}
        placeholder={placeholder}
        hint={left <= 200 ? t`${left} characters left` : undefined}
        onChange={(event) => change({ note: event.target.value })}
        onBlur={save}
      />
      <div className={place.day === undefined ? 'grid gap-4 md:grid-cols-2' : undefined}>
        <TagField
          tags={words.tags}
          known={names?.tags ?? []}
          onChange={(tags) => change({ tags })}
          onLeave={save}
        />
        {place.day === undefined && (
          <>
            <TextField
              label={t`Set-up`}
              list={list}
              value={words.setup ?? ''}
              maxLength={JOURNAL_SETUP_LENGTH_MAX}
              placeholder={t`Breakout, retest …`}
              hint={t`Your name for the pattern you traded.`}
              onChange={(event) => change({ setup: event.target.value || null })}
              onBlur={save}
            />
            <datalist id={list}>
              {names?.setups.map(({ name }) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        )}
      </div>
      <SaveState state={state} onRetry={save} />
      <Pictures userId={userId} place={place} pictures={journal.pictures} />
    </div>
  );
}

const WORDS = {
  idle: '',
  waiting: t`Not saved yet`,
  saving: t`Saving …`,
  saved: t`Saved`,
} as const;

/** Whether the service has what stands in the fields. Of a fixed height: nothing moves while one types. */
function SaveState({ state, onRetry }: { state: EntryState; onRetry: () => void }) {
  if (state.kind === 'conflict') return null;
  if (state.kind === 'failed')
    return (
      <Notice
        tone="warning"
        live
        title={t`Not saved: your text is kept in this browser.`}
        action={<Button variant="secondary" size="small" onClick={onRetry}>{t`Try again`}</Button>}
      >
        {navigator.onLine
          ? errorReason(state.error)
          : t`This device has no network. We save it when it is back.`}
      </Notice>
    );
  return (
    <p role="status" className="min-h-5 text-tiny text-muted">
      {WORDS[state.kind]}
    </p>
  );
}

type ConflictProps = {
  own: Words;
  other: TradeEntry;
  timeZone: string;
  onSettle: (chosen: Words, current: TradeEntry) => void;
};

/** Two texts of one entry: nothing is overwritten until somebody has chosen. */
function Conflict({ own, other, timeZone, onSettle }: ConflictProps) {
  const both: Words = {
    note: `${other.note}\n\n${own.note}`.slice(0, JOURNAL_NOTE_MAX).trim(),
    tags: [...new Set([...other.tags, ...own.tags])],
    setup: own.setup ?? other.setup,
  };
  return (
    <Notice
      tone="warning"
      live
      title={t`This entry was changed in another window or on another device`}
    >
      <p>{t`Nothing was overwritten. Choose which text stays.`}</p>
      <div className="mt-3 grid gap-3 md:grid-cols-2">
        <Version title={t`Your text here`} words={own} />
        <Version
          title={
            other.updated_at === null
              ? t`The other text`
              : t`The other text, saved ${formatTime(other.updated_at, timeZone)}`
          }
          words={wordsOf(other)}
        />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={() => onSettle(own, other)}>{t`Keep yours`}</Button>
        <Button
          variant="secondary"
          size="small"
          onClick={() => onSettle(wordsOf(other), other)}
        >{t`Keep the other`}</Button>
        <Button
          variant="secondary"
          size="small"
          onClick={() => onSettle(both, other)}
        >{t`Keep both texts`}</Button>
      </div>
    </Notice>
  );
}

function Version({ title, words }: { title: string; words: Words }) {
  const named = formatList([words.setup ?? '', ...words.tags].filter(Boolean), 'unit');
  return (
    <div className="min-w-0 rounded-control border border-line bg-surface p-3 text-ink">
      <p className="text-tiny font-semibold">{title}</p>
      <p className="mt-1 max-h-40 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
        {words.note || '–'}
      </p>
      {named && <p className="mt-1 text-tiny text-muted">{named}</p>}
    </div>
  );
}
