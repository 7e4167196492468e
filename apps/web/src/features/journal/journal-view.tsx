import { t } from '@lingui/core/macro';
import type { JournalItem, JournalTags, JournalTrade } from '@quorate/contract/journal';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { classNames } from '@quorate/ui/class-names';
import { EmptyState } from '@quorate/ui/empty-state';
import { EXIT_REASON_WORDS } from '@quorate/ui/exit-reason-words';
import { formatMoney } from '@quorate/ui/format';
import { SelectField } from '@quorate/ui/select-field';
import { Skeleton } from '@quorate/ui/skeleton';
import { TONE_TEXT, toneOf } from '@quorate/ui/stat';
import { TextField } from '@quorate/ui/text-field';
import { formatTime, isoDay } from '@quorate/ui/time-format';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useIsDemo } from '../../lib/demo.ts';
import { useDeskPath } from '../../lib/desk-path.ts';
import { formatR } from '../../lib/format-r.ts';
import { storyPath } from '../../lib/story-path.ts';
import { useAddressQuery } from '../../lib/use-address-query.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { ProvenanceMark } from '../../ui/provenance-mark.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { EntryEditor } from './entry-editor.tsx';
import { type FeedFilter, type Place, placeName, useFeed, useJournalTags } from './journal.api.ts';
import { ACCOUNT_WORDS, longDay } from './journal-words.ts';
import { ManageTags } from './manage-tags.tsx';
import { PictureDialog, Thumb } from './pictures.tsx';
import { TradeExcursions } from './trade-excursions.tsx';
import { WeeklyReviews } from './weekly-reviews.tsx';

type JournalViewProps = { userId: string; timeZone: string };

/** The journal: the review of the week, then what was written, day by day. */
export function JournalView(props: JournalViewProps) {
  if (useIsDemo())
    return (
      <EmptyState
        title={t`Your journal will be here`}
        action={<LinkButton to="/signup">{t`Sign up to write yours`}</LinkButton>}
      >{t`Notes, tags and pictures on your trades and days, and a review of each week.`}</EmptyState>
    );
  return <OwnJournal {...props} />;
}

function OwnJournal({ userId, timeZone }: JournalViewProps) {
  const [filter, setFilter] = useFeedFilter();
  const feed = useFeed(userId, timeZone, filter);
  const { data: names } = useJournalTags(userId);
  const [writesToday, setWritesToday] = useState(false);
  const [manages, setManages] = useState(false);
  const today = isoDay(new Date().toISOString(), timeZone);
  const isFiltered = Boolean(filter.tag || filter.setup || filter.text);
  const isEmpty = feed.data?.pagination.total === 0 && !isFiltered;
  const writeToday = (
    <Button
      className="max-sm:w-full"
      onClick={() => setWritesToday(true)}
    >{t`Write about today`}</Button>
  );
  return (
    <div className="space-y-6">
      <WeeklyReviews userId={userId} timeZone={timeZone} />
      {!isEmpty && (
        <div className="flex flex-wrap items-end gap-3">
          <FeedFilters filter={filter} names={names} onChange={setFilter} />
          <div className="flex flex-wrap gap-2 max-sm:w-full">
            <Button
              variant="secondary"
              className="max-sm:flex-1"
              disabled={!names || names.tags.length + names.setups.length === 0}
              title={
                names?.tags.length || names?.setups.length ? undefined : t`You have no tags yet`
              }
              onClick={() => setManages(true)}
            >{t`Manage tags`}</Button>
            {!writesToday && writeToday}
          </div>
        </div>
      )}
      {writesToday && (
        <section
          aria-label={t`Today, ${longDay(today)}`}
          className="rounded-card border border-line bg-surface p-4"
        >
          <div className="mb-3 flex items-center justify-between gap-3">
            <h2 className="font-semibold">{t`Today, ${longDay(today)}`}</h2>
            <Button
              variant="quiet"
              size="small"
              className="max-sm:min-h-11"
              onClick={() => setWritesToday(false)}
            >{t`Close`}</Button>
          </div>
          <EntryEditor
            userId={userId}
            place={{ day: today }}
            timeZone={timeZone}
            placeholder={t`How was the market, how were you, and what did you learn?`}
          />
        </section>
      )}
      {feed.isError && (
        <RetryNotice
          title={t`Failed to load your journal`}
          error={feed.error}
          onRetry={() => void feed.refetch()}
          busy={feed.isFetching}
        />
      )}
      {!feed.data && !feed.isError && (
        <div role="status" aria-label={t`Loading your journal`} className="space-y-3">
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      {isEmpty && !writesToday && (
        <EmptyState
          title={t`Nothing written yet`}
          action={writeToday}
        >{t`What you write about your trades and days will be here, with its tags and pictures. Open a trade to write about it.`}</EmptyState>
      )}
      {feed.data?.pagination.total === 0 && isFiltered && (
        <EmptyState
          title={t`No entry fits`}
          action={
            <Button
              variant="secondary"
              onClick={() => setFilter({ tag: '', setup: '', text: '', page: 1 })}
            >{t`Show all entries`}</Button>
          }
        >{t`Choose another tag or search for something else.`}</EmptyState>
      )}
      {feed.data && feed.data.items.length > 0 && (
        <div
          aria-busy={feed.isPlaceholderData}
          className={classNames('space-y-6', feed.isPlaceholderData && 'opacity-60')}
        >
          {[...Map.groupBy(feed.data.items, ({ day }) => day)].map(([day, items]) => (
            <DayPart
              key={day}
              userId={userId}
              day={day}
              items={items}
              timeZone={timeZone}
              isWritten={writesToday && day === today}
            />
          ))}
        </div>
      )}
      {feed.data && (
        <BeyondEnd page={feed.data.pagination} onPage={(page) => setFilter({ ...filter, page })} />
      )}
      {manages && names && (
        <ManageTags userId={userId} names={names} onClose={() => setManages(false)} />
      )}
    </div>
  );
}

type BeyondEndProps = {
  page: { page: number; per_page: number; total: number; total_pages: number };
  onPage: (page: number) => void;
};

/** The way to other pages; back to the last one, where the one that is open is gone. */
function BeyondEnd({ page, onPage }: BeyondEndProps) {
  const beyond = page.total_pages > 0 && page.page > page.total_pages;
  const goBack = useEffectEvent(() => onPage(page.total_pages));
  useEffect(() => {
    if (beyond) goBack();
  }, [beyond]);
  return page.total_pages > 1 ? <Pagination page={page} noun={t`entries`} onPage={onPage} /> : null;
}

/** The choice lives in the address: it can be bookmarked, and going back restores it. */
function useFeedFilter(): [FeedFilter, (filter: FeedFilter) => void] {
  const [query, setQuery] = useAddressQuery();
  const filter = {
    tag: query.get('journal_tag') ?? '',
    setup: query.get('journal_setup') ?? '',
    text: query.get('journal_text') ?? '',
    page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1),
  };
  const change = (next: FeedFilter) =>
    setQuery(
      (now) => {
        const params = new URLSearchParams(now);
        const set = (name: string, value: string) =>
          value === '' ? params.delete(name) : params.set(name, value);
        set('journal_tag', next.tag);
        set('journal_setup', next.setup);
        set('journal_text', next.text);
        set('page', next.page > 1 ? String(next.page) : '');
        return params;
      },
      { preventScrollReset: true, replace: true },
    );
  return [filter, change];
}

/** A pause in typing after which is searched. */
const SEARCH_AFTER_MS = 400;

type FeedFiltersProps = {
  filter: FeedFilter;
  names: JournalTags | undefined;
  onChange: (filter: FeedFilter) => void;
};

function FeedFilters({ filter, names, onChange }: FeedFiltersProps) {
  const [text, setText] = useState(filter.text);
  // What was cleared elsewhere is not searched for again.
  const [asked, setAsked] = useState(filter.text);
  if (asked !== filter.text) {
    setAsked(filter.text);
    if (text.trim() !== filter.text) setText(filter.text);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = useEffectEvent((typed: string) => onChange({ ...filter, text: typed, page: 1 }));
  useEffect(() => {
    if (text === filter.text) return;
    timer.current = setTimeout(() => search(text.trim()), SEARCH_AFTER_MS);
    return () => clearTimeout(timer.current);
  }, [text, filter.text]);
  const listOf = (list: JournalTags['tags'] | undefined, chosen: string, all: string) => [
    { value: '', label: all },
    // One that is only in the address, or was deleted meanwhile.
    ...(chosen && !list?.some(({ name }) => name === chosen)
      ? [{ value: chosen, label: chosen }]
      : []),
    ...(list ?? []).map(({ name, count }) => ({ value: name, label: `${name} (${count})` })),
  ];
  return (
    <>
      <SelectField
        label={t`Tag`}
        className="min-w-40 flex-1"
        value={filter.tag}
        options={listOf(names?.tags, filter.tag, t`All tags`)}
        onChange={(tag) => onChange({ ...filter, tag, page: 1 })}
      />
      <SelectField
        label={t`Set-up`}
        className="min-w-40 flex-1"
        value={filter.setup}
        options={listOf(names?.setups, filter.setup, t`All set-ups`)}
        onChange={(setup) => onChange({ ...filter, setup, page: 1 })}
      />
      <div className="min-w-48 flex-1">
        <TextField
          label={<span className="text-tiny font-normal text-muted">{t`Search`}</span>}
          type="search"
          value={text}
          maxLength={100}
          placeholder={t`Note, tag, symbol …`}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
    </>
  );
}

type DayPartProps = {
  userId: string;
  day: string;
  items: readonly JournalItem[];
  timeZone: string;
  /** Its entry is open above. */
  isWritten: boolean;
};

/** The entries of one day: about the day, then about its trades. */
function DayPart({ userId, day, items, timeZone, isWritten }: DayPartProps) {
  return (
    <section aria-label={longDay(day)}>
      <h2 className="mb-2 text-small font-semibold text-muted">{longDay(day)}</h2>
      <ul className="space-y-3">
        {items.map((item) => {
          const place: Place = item.trade
            ? { accountId: item.trade.account_id, positionTicket: item.trade.position_ticket }
            : { day };
          if (isWritten && !item.trade) return null;
          return (
            <li key={placeName(place)}>
              <ItemCard userId={userId} place={place} item={item} timeZone={timeZone} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type ItemCardProps = { userId: string; place: Place; item: JournalItem; timeZone: string };

function ItemCard({ userId, place, item, timeZone }: ItemCardProps) {
  const { trade, entry, pictures } = item;
  const [edits, setEdits] = useState(false);
  const [shown, setShown] = useState<number | null>(null);
  const open = shown === null ? undefined : pictures[shown];
  const about = trade ? `${trade.symbol} ${trade.trade_type}` : longDay(item.day);
  const names = [...(entry.setup === null ? [] : [entry.setup]), ...entry.tags];
  return (
    <article
      aria-label={trade ? t`Trade ${trade.position_ticket}, ${about}` : t`The day, ${about}`}
      className="rounded-card border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        {trade ? (
          <TradeHead trade={trade} timeZone={timeZone} />
        ) : (
          <p className="font-medium">{t`The day`}</p>
        )}
        <Button
          variant="quiet"
          size="small"
          className="-my-1 -me-2 max-sm:min-h-11"
          aria-label={`${edits ? t`Close` : t`Edit`} ${about}`}
          aria-expanded={edits}
          onClick={() => setEdits(!edits)}
        >
          {edits ? t`Close` : t`Edit`}
        </Button>
      </div>
      {edits ? (
        <div className="mt-3 space-y-4">
          {trade && <TradeExcursions trade={trade} />}
          <EntryEditor
            userId={userId}
            place={place}
            timeZone={timeZone}
            placeholder={
              trade
                ? t`What did you see, what did you do, and what would you do again?`
                : t`How was the market, how were you, and what did you learn?`
            }
          />
        </div>
      ) : (
        <>
          {entry.note && (
            <p className="mt-2 max-w-[44rem] text-small whitespace-pre-wrap wrap-anywhere">
              {entry.note}
            </p>
          )}
          {names.length > 0 && (
            <ul className="mt-2 flex flex-wrap gap-1.5">
              {entry.setup !== null && (
                <li className="max-w-full">
                  <Badge>{entry.setup}</Badge>
                </li>
              )}
              {entry.tags.map((tag) => (
                <li key={tag} className="max-w-full">
                  <Badge tone="brand">{tag}</Badge>
                </li>
              ))}
            </ul>
          )}
          {pictures.length > 0 && (
            <ul className="mt-3 flex flex-wrap gap-2">
              {pictures.map((picture, index) => (
                <li key={picture.picture_id}>
                  <Thumb
                    userId={userId}
                    picture={picture}
                    label={t`Open picture ${index + 1} of ${pictures.length}, ${about}`}
                    onOpen={() => setShown(index)}
                  />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      {open && shown !== null && (
        <PictureDialog
          userId={userId}
          place={place}
          picture={open}
          position={shown + 1}
          total={pictures.length}
          onStep={(step) => setShown((shown + step + pictures.length) % pictures.length)}
          onClose={() => setShown(null)}
        />
      )}
    </article>
  );
}

function TradeHead({ trade, timeZone }: { trade: JournalTrade; timeZone: string }) {
  const base = useDeskPath();
  const { profit, initial_risk: risk, status, exit_reason: exit } = trade;
  const hasResult = status === 'CLOSED' || status === 'OPEN';
  const facts = [
    formatTime(trade.trade_time, timeZone),
    ...(status === 'CLOSED' ? (exit === null ? [] : [EXIT_REASON_WORDS[exit]]) : [status]),
    ACCOUNT_WORDS[trade.account_type],
  ];
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <TextLink to={storyPath(base, trade)} className="figures">
          {trade.symbol} {trade.trade_type}
        </TextLink>
        <span className={classNames('figures font-medium', hasResult && TONE_TEXT[toneOf(profit)])}>
          {hasResult ? formatMoney(profit, trade.currency, 'always') : '–'}
        </span>
        {hasResult && risk !== null && risk > 0 && (
          <span className="figures text-small text-muted">{formatR(profit / risk)}</span>
        )}
      </p>
      <p className="mt-0.5 text-tiny text-muted">
        {facts.join(' · ')} · <ProvenanceMark provenance={trade.provenance} />
      </p>
    </div>
  );
}
