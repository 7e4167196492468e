import { plural, t } from '@lingui/core/macro';
import { classNames } from '@quorate/ui/class-names';
import { Dialog } from '@quorate/ui/dialog';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { viewerTimeZone } from '@quorate/ui/time-format';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useDeskPath } from '../../lib/desk-path.ts';
import { keepDraft, readDraft } from '../../lib/tab-storage.ts';
import { type Entry, matching, placesOf } from './places.ts';
import { useFound } from './use-found.ts';

type PaletteProps = {
  userId: string;
  /** What was typed while this code was on its way. */
  early: RefObject<string>;
  onClose: () => void;
};
type Group = Readonly<{ title: string; entries: readonly Entry[] }>;

const RECENT_MOST = 5;
const PLACES_MOST = 8;

/** A search over pages, views, settings, trades and decisions; arrows choose, Enter goes there. */
export function Palette({ userId, early, onClose }: PaletteProps) {
  const desk = useDeskPath();
  const navigate = useNavigate();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [timeZone] = useState(viewerTimeZone);
  const [recent] = useState(() => readRecent(userId, desk));
  const [typed, setTyped] = useState(() => early.current);
  const [chosen, setChosen] = useState(0);
  const { found, busy } = useFound({ userId, desk, timeZone }, typed);
  const groups = groupsOf({ desk, typed, recent, found });
  const entries = groups.flatMap((group) => group.entries);
  const at = Math.min(chosen, entries.length - 1);

  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);

  const go = (entry: Entry | undefined) => {
    if (!entry) return;
    keepRecent(userId, desk, entry);
    onClose();
    void navigate(entry.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, at, entries.length);
    if (next !== null) setChosen(next);
    else if (event.key === 'Enter') go(entries[at]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title={t`Search`} onClose={onClose} wide>
      <input
        ref={field}
        role="combobox"
        type="text"
        aria-label={t`Search pages, settings, trades and decisions`}
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={entries.length > 0 ? `${id}-${at}` : undefined}
        aria-describedby={`${id}-state`}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        placeholder={t`Page, symbol, ticket or note`}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        className={CONTROL_CLASS}
      />
      <p id={`${id}-state`} role="status" className="mt-2 min-h-5 text-tiny text-muted">
        {stateWords({ busy, fault: found.fault, count: entries.length })}
      </p>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t`Results`}
        className="mt-1 h-[min(24rem,50dvh)] overflow-y-auto overscroll-contain"
      >
        {groups.map((group, place) => {
          const before = groups
            .slice(0, place)
            .reduce((count, each) => count + each.entries.length, 0);
          return (
            // biome-ignore lint/a11y/useSemanticElements: a list of options has no field set
            <div key={group.title} role="group" aria-label={group.title}>
              <p aria-hidden="true" className="px-3 pt-3 pb-1 text-tiny text-muted">
                {group.title}
              </p>
              {group.entries.map((entry, index) => (
                <Option
                  key={`${entry.to} ${entry.label}`}
                  id={`${id}-${before + index}`}
                  entry={entry}
                  chosen={before + index === at}
                  onPoint={() => setChosen(before + index)}
                  onGo={() => go(entry)}
                />
              ))}
            </div>
          );
        })}
      </div>
    </Dialog>
  );
}

type OptionProps = {
  id: string;
  entry: Entry;
  chosen: boolean;
  onPoint: () => void;
  onGo: () => void;
};

function Option({ id, entry, chosen, onPoint, onGo }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: it is the field's active descendant
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      onPointerMove={onPoint}
      onClick={onGo}
      className={classNames(
        'flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-4 rounded-control px-3 py-1.5 text-small',
        chosen && 'bg-sunk outline outline-1 outline-line-strong -outline-offset-1',
      )}
    >
      <span className="min-w-0 font-medium wrap-anywhere">{entry.label}</span>
      {entry.note && <span className="text-tiny text-muted wrap-anywhere">{entry.note}</span>}
    </div>
  );
}

type Searched = {
  desk: '/dashboard' | '/demo';
  typed: string;
  recent: readonly Entry[];
  found: { text: string; trades: readonly Entry[]; decisions: readonly Entry[] };
};

function groupsOf({ desk, typed, recent, found }: Searched): readonly Group[] {
  const text = typed.trim();
  const places = matching(placesOf(desk), text);
  const all: Entry[] =
    text === ''
      ? []
      : [
          {
            to: `${desk}?${new URLSearchParams({ tab: 'history', text })}`,
            label: t`Find “${text}” in the trade history`,
          },
        ];
  return [
    { title: t`Recent`, entries: text === '' ? recent : [] },
    { title: t`Go to`, entries: text === '' ? places : places.slice(0, PLACES_MOST) },
    { title: t`Trades`, entries: [...found.trades, ...all] },
    { title: t`Decisions`, entries: found.decisions },
  ].filter(({ entries }) => entries.length > 0);
}

function placeAfter(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at - 1 + count) % count;
    case 'PageDown':
      return Math.min(count - 1, at + 5);
    case 'PageUp':
      return Math.max(0, at - 5);
    default:
      return null;
  }
}

function stateWords({
  busy,
  fault,
  count,
}: {
  busy: boolean;
  fault: string | null;
  count: number;
}): string {
  if (busy) return t`Searching your trades and decisions…`;
  if (fault !== null) return `${t`Your trades could not be searched.`} ${fault}`;
  return plural(count, { one: '# result', other: '# results' });
}

/** Kept with this tab, and forgotten when one signs out. */
const RECENT = 'search-recent';

function readRecent(userId: string, desk: string): Entry[] {
  const kept = Object.entries(readDraft(`${RECENT} ${desk}`, userId) ?? {});
  return kept.map(([to, label]) => ({ to, label })).slice(0, RECENT_MOST);
}

function keepRecent(userId: string, desk: string, { to, label }: Entry): void {
  const others = readRecent(userId, desk).filter((each) => each.to !== to);
  const newest = [{ to, label }, ...others].slice(0, RECENT_MOST);
  keepDraft(
    `${RECENT} ${desk}`,
    userId,
    Object.fromEntries(newest.map((entry) => [entry.to, entry.label])),
  );
}
