import { t } from '@lingui/core/macro';
import type { Block, Document } from '@quorate/content/document';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { guide } from './guide.ts';
import { plainText } from './inline-marks.ts';

const PLACES = placesOf(guide);
const SHOWN = 8;

/**
 * Finds steps and sections of the guide as one types. Enter follows the first result, arrow keys walk
 * them, Escape clears.
 */
export function GuideSearchBox() {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [question, setQuestion] = useState('');
  const found = findPlaces(PLACES, question);
  const shown = found.slice(0, SHOWN);
  const asked = question.trim() !== '';

  // The box can be typed in before this code has arrived; those letters count, too.
  useEffect(() => setQuestion(input.current?.value ?? ''), []);

  const clear = () => {
    if (input.current) input.current.value = '';
    setQuestion('');
    input.current?.focus();
  };

  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && asked) return clear();
    if (event.key === 'Enter' && event.currentTarget === input.current) {
      box.current?.querySelector('a')?.click();
      return;
    }
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])];
    const at = stops.findIndex((stop) => stop.matches(':focus'));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    const next = to === undefined ? undefined : stops[to];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <div ref={box} className="mb-8 print:hidden">
      <label htmlFor={id} className="mb-1.5 block text-small font-medium">{t`Find a step`}</label>
      <input
        ref={input}
        id={id}
        type="search"
        autoComplete="off"
        placeholder={t`stop loss, algo trading, token …`}
        aria-describedby={`${id}-count`}
        className={CONTROL_CLASS}
        onKeyDown={walk}
        onChange={(event) => setQuestion(event.target.value)}
      />
      <noscript>
        <p className="mt-1.5 text-tiny text-muted">{t`The search needs JavaScript. Your browser’s own search finds the words of this page, in closed sections, too.`}</p>
      </noscript>
      <p id={`${id}-count`} role="status" className="mt-1.5 min-h-5 text-tiny text-muted">
        {asked && countWords(found.length, shown.length)}
      </p>
      {asked && shown.length > 0 && (
        <ul aria-label={t`Found in the guide`} className="mt-1 border-y border-line">
          {shown.map((place) => (
            <Result key={place.id} place={place} onKeyDown={walk} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** A plain link: the browser itself opens the section, marks the step and keeps the way back. */
function Result({ place, onKeyDown }: { place: Place; onKeyDown: (event: KeyboardEvent) => void }) {
  return (
    <li className="not-first:border-t not-first:border-line">
      <a
        href={`#${place.id}`}
        onKeyDown={onKeyDown}
        className="block rounded-sm py-2 hover:bg-sunk focus-visible:bg-sunk"
      >
        <span className="font-medium text-brand">{place.title}</span>
        {place.title !== place.section && (
          <span className="ms-2 text-tiny text-muted">{place.section}</span>
        )}
        <span className="block truncate text-tiny text-muted">{place.text}</span>
      </a>
    </li>
  );
}

function countWords(found: number, shown: number): string {
  if (found === 0) return t`Nothing found. Try a shorter word.`;
  const places = found === 1 ? t`1 place` : t`${found} places`;
  return found > shown ? t`${places}, the first ${shown} below.` : `${places}.`;
}

/** A place of a document that can be found and linked to: a step, or a section. */
type Place = {
  id: string;
  title: string;
  /** The section it stands in. */
  section: string;
  /** Everything it says, without marks. */
  text: string;
};

/** Every place of a document, in its order. What a section says outside of its steps counts as the section's. */
export function placesOf(document: Document): Place[] {
  return document.sections.flatMap((section) => {
    const steps = section.blocks.flatMap((block) => (block.kind === 'steps' ? block.steps : []));
    const words = [section.summary, ...section.blocks.flatMap(linesOf)].map(plainText);
    return [
      { id: section.id, title: section.title, section: section.title, text: words.join(' ') },
      ...steps.map((step) => ({
        id: step.id,
        title: step.title,
        section: section.title,
        text: plainText(step.text),
      })),
    ];
  });
}

/**
 * The places that have every word of the question, also as the beginning or middle of a longer word:
 * first those with all of them in their titles, then those that speak of them most often, otherwise in
 * the order of the document.
 *
 * @example findPlaces(placesOf(guide), 'token bar')[0]?.id // 'token-bar'
 */
export function findPlaces(places: readonly Place[], question: string): Place[] {
  const words = searchable(question.slice(0, QUESTION_MAX))
    .match(/[\p{L}\p{N}'%:.&-]+/gu)
    ?.slice(0, WORDS_MAX);
  if (!words) return [];
  return places
    .map((place) => ({ place, rank: rankOf(place, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .map(({ place }) => place);
}

/** A question that goes on is found by how it begins. */
const QUESTION_MAX = 200;
const WORDS_MAX = 16;
/** More than any text repeats a word. */
const TITLE_RANK = 1_000;

function rankOf(place: Place, words: readonly string[]): number {
  const text = searchable(`${place.title} ${place.section} ${place.text}`);
  const counts = words.map((word) => text.split(word).length - 1);
  if (counts.includes(0)) return 0;
  const title = searchable(place.title);
  const inTitle = words.every((word) => title.includes(word));
  return Math.min(...counts) + (inTitle ? TITLE_RANK : 0);
}

function linesOf(block: Block): readonly string[] {
  if (block.kind === 'steps') return [];
  return block.kind === 'list' ? block.items : [block.text];
}

/** Without case and accents, and with the quotes of a keyboard for those of a printer. */
function searchable(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/[’‘]/g, "'").toLowerCase();
}
