import { plural, t } from '@lingui/core/macro';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Place } from './guide-places.ts';

const SHOWN = 8;

type Words = typeof import('./guide-places.ts');

/**
 * Finds steps and sections of the guide as you type. Enter follows the first result, arrow keys walk
 * them, Escape clears. The words of the guide are sent for when the box is first used.
 */
export function GuideSearchBox() {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [question, setQuestion] = useState('');
  const [words, setWords] = useState<Words | 'missing' | null>(null);
  const asked = question.trim() !== '';
  const isReady = words !== null && words !== 'missing';
  const found = isReady ? words.findPlaces(words.GUIDE_PLACES, question) : [];
  const shown = found.slice(0, SHOWN);
  const entered = useRef(false);

  // The box can be typed in before this code has arrived; those letters count, too.
  useEffect(() => setQuestion(input.current?.value ?? ''), []);

  const send = () => {
    if (!isReady)
      import('./guide-places.ts').then(setWords, () => setWords((now) => now ?? 'missing'));
  };
  const sendOnce = useEffectEvent(send);
  useEffect(() => {
    if (asked) sendOnce();
  }, [asked]);

  // Enter may be quicker than the words of the guide.
  useEffect(() => {
    if (!isReady || !entered.current) return;
    entered.current = false;
    box.current?.querySelector('a')?.click();
  }, [isReady]);

  const clear = () => {
    if (input.current) input.current.value = '';
    setQuestion('');
    input.current?.focus();
  };

  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && asked) return clear();
    if (event.key === 'Enter' && event.currentTarget === input.current) {
      entered.current = !isReady;
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
        onFocus={send}
        onChange={(event) => {
          setQuestion(event.target.value);
          if (words === 'missing') send();
        }}
      />
      <noscript>
        <p className="mt-1.5 text-tiny text-muted">{t`The search needs JavaScript. Your browser’s own search finds the words of this page, in closed sections, too.`}</p>
      </noscript>
      <p id={`${id}-count`} role="status" className="mt-1.5 min-h-5 text-tiny text-muted">
        {asked && isReady && countWords(found.length, shown.length)}
        {asked &&
          words === 'missing' &&
          t`The search did not arrive. Check your connection and type again.`}
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
  return found > shown
    ? t`${plural(found, { one: '# place', other: '# places' })}, the first ${shown} below.`
    : plural(found, { one: '# place.', other: '# places.' });
}
