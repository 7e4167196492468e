import { plural, t } from '@lingui/core/macro';
import {
  JOURNAL_TAG_LENGTH_MAX,
  JOURNAL_TAGS_MAX,
  tagKey,
  tagName,
} from '@quorate/contract/journal';
import { classNames } from '@quorate/ui/class-names';
import { Icon } from '@quorate/ui/icon';
import { type KeyboardEvent, useId, useRef, useState } from 'react';

type TagFieldProps = {
  tags: readonly string[];
  known: readonly { name: string; count: number }[];
  onChange: (tags: string[]) => void;
  onLeave: () => void;
};

const SHOWN_MAX = 8;

/** Tags as a list, and a field that completes those of before (the combobox pattern with a list). */
export function TagField({ tags, known, onChange, onLeave }: TagFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [said, setSaid] = useState('');
  const isFull = tags.length >= JOURNAL_TAGS_MAX;
  const has = (name: string) => tags.some((tag) => tagKey(tag) === tagKey(name));
  const options = known
    .filter(({ name }) => !has(name) && tagKey(name).includes(tagKey(text)))
    .slice(0, SHOWN_MAX);
  const isOpen = open && options.length > 0 && !isFull;
  const chosen = isOpen ? options[active] : undefined;

  const add = (typed: string) => {
    const name = tagName(typed);
    if (name === '') return;
    setText('');
    setActive(-1);
    if (has(name)) return setSaid(t`${name} is there already.`);
    // A tag that was used before keeps its spelling.
    const spelled = known.find((each) => tagKey(each.name) === tagKey(name))?.name ?? name;
    onChange([...tags, spelled]);
    setSaid(t`${spelled} added.`);
  };
  const remove = (tag: string) => {
    onChange(tags.filter((each) => each !== tag));
    setSaid(t`${tag} removed.`);
    input.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        event.preventDefault();
        if (!isOpen) return setOpen(true);
        const step = event.key === 'ArrowDown' ? 1 : -1;
        const count = options.length + 1;
        // One place more than there are options: the text itself.
        return setActive(((active + 1 + step + count) % count) - 1);
      }
      case 'Enter':
      case ',':
        if (event.nativeEvent.isComposing) return;
        event.preventDefault();
        return add(chosen?.name ?? text);
      case 'Escape':
        if (isOpen) {
          event.preventDefault();
          event.stopPropagation();
          setOpen(false);
          setActive(-1);
        }
        return;
      case 'Backspace': {
        const last = tags.at(-1);
        if (text === '' && last !== undefined) remove(last);
      }
    }
  };

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-small font-medium">{t`Tags`}</label>
      <div className="relative">
        <div className="flex min-h-11 flex-wrap items-center gap-1.5 rounded-control border border-line-strong bg-surface px-2 py-1 focus-within:outline-2 focus-within:outline-brand hover:border-ink/60">
          {tags.length > 0 && (
            <ul aria-label={t`Tags of this entry`} className="contents">
              {tags.map((tag) => (
                <li
                  key={tag}
                  className="inline-flex max-w-full items-center rounded-full border border-brand/45 ps-2.5 text-small text-brand"
                >
                  <span className="min-w-0 truncate">{tag}</span>
                  <button
                    type="button"
                    aria-label={t`Remove the tag ${tag}`}
                    onClick={() => remove(tag)}
                    className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-sunk max-sm:size-11"
                  >
                    <Icon name="close" className="size-3.5" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            ref={input}
            id={id}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={chosen ? `${id}-${active}` : undefined}
            aria-describedby={`${id}-note`}
            autoComplete="off"
            enterKeyHint="enter"
            value={text}
            maxLength={JOURNAL_TAG_LENGTH_MAX}
            disabled={isFull}
            placeholder={tags.length === 0 ? t`news, late entry …` : ''}
            onChange={(event) => {
              setText(event.target.value);
              setOpen(true);
              setActive(-1);
            }}
            onFocus={() => setOpen(true)}
            onBlur={() => {
              setOpen(false);
              add(text);
              onLeave();
            }}
            onKeyDown={onKeyDown}
            className="min-h-9 min-w-24 flex-1 bg-transparent px-1 text-body outline-none placeholder:text-muted disabled:opacity-60"
          />
        </div>
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t`Tags you used before`}
          hidden={!isOpen}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-control border border-line bg-surface py-1 shadow-overlay"
        >
          {isOpen &&
            options.map(({ name, count }, index) => (
              // Keys work in the field, which keeps the focus.
              <div
                key={name}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                onMouseDown={(event) => {
                  event.preventDefault();
                  add(name);
                }}
                className={classNames(
                  'flex min-h-11 cursor-pointer items-center justify-between gap-3 px-3 text-small',
                  index === active ? 'bg-sunk' : 'hover:bg-sunk',
                )}
              >
                <span className="min-w-0 truncate">{name}</span>
                <span className="shrink-0 text-tiny text-muted">
                  {plural(count, { one: '# entry', other: '# entries' })}
                </span>
              </div>
            ))}
        </div>
      </div>
      <p id={`${id}-note`} className="mt-1.5 text-tiny text-muted">
        {isFull
          ? t`An entry takes ${JOURNAL_TAGS_MAX} tags. Remove one to add another.`
          : t`Press Enter or comma after each tag.`}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}
