import { Activity, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names.ts';

type Tab<Value extends string> = {
  value: Value;
  label: string;
  content: ReactNode;
  /** Called when a press is near, so that code which the content needs can set out. */
  prepare?: () => void;
};

type TabsProps<Value extends string> = {
  label: string;
  value: Value;
  tabs: ReadonlyArray<Tab<Value>>;
  onChange: (value: Value) => void;
  /** Links to further places, after the tabs. */
  beside?: ReactNode;
  /** On a phone the tabs stay at the foot of the screen, where a thumb reaches them. */
  atFoot?: boolean;
};

/**
 * Tabs with arrow keys. A tab is made when it is first opened and then kept: it comes back at once, as it was
 * left. What it follows or draws rests while it is hidden.
 */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, tabs, onChange, beside, atFoot = false } = props;
  const id = useId();
  const [opened, setOpened] = useState<readonly Value[]>([value]);
  if (!opened.includes(value)) setOpened([...opened, value]);
  const choose = (next: Value | undefined) => {
    if (next !== undefined && next !== value) onChange(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = placeOf(event.key, at, tabs.length);
    if (next === null) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
    choose(tabs[next]?.value);
  };
  return (
    <div>
      <div
        data-at-foot={atFoot || undefined}
        className={classNames(
          // One place is marked: that of a link beside the tabs goes before the tab it belongs to.
          'flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none] has-[[aria-current]]:[&_[role=tab]]:border-transparent',
          atFoot &&
            'max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-30 max-sm:gap-0 max-sm:border-t max-sm:border-b-0 max-sm:bg-paper max-sm:pe-[calc(0.25rem+env(safe-area-inset-right))] max-sm:pb-[env(safe-area-inset-bottom)] max-sm:ps-[calc(0.25rem+env(safe-area-inset-left))]',
        )}
      >
        <div
          role="tablist"
          aria-label={label}
          onKeyDown={onKeyDown}
          className={classNames('flex gap-1', atFoot && 'max-sm:flex-3 max-sm:gap-0')}
        >
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={tab.value === value}
              aria-controls={`${id}-${tab.value}-panel`}
              tabIndex={tab.value === value ? 0 : -1}
              onPointerEnter={tab.prepare}
              onFocus={tab.prepare}
              // The press, not its end: what is kept is there by then.
              onMouseDown={(event) => {
                if (event.button === 0 && !event.ctrlKey) choose(tab.value);
              }}
              onClick={() => choose(tab.value)}
              className={classNames(TAB, atFoot && TAB_AT_FOOT)}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {beside}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-${tab.value}-panel`}
          aria-labelledby={`${id}-${tab.value}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may begin with text, which keyboards scroll
          tabIndex={0}
          hidden={tab.value !== value}
          // What stands below a tab stays out of sight while the tab grows.
          className="min-h-[calc(100dvh-13rem)] pt-3 sm:pt-4"
        >
          {opened.includes(tab.value) && (
            <Activity mode={tab.value === value ? 'visible' : 'hidden'}>{tab.content}</Activity>
          )}
        </div>
      ))}
    </div>
  );
}

/** How a tab looks, and a link that stands among them. */
export const TAB =
  '-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent px-3 text-small font-medium whitespace-nowrap text-muted transition-colors duration-150 hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-brand aria-[current]:text-ink aria-selected:border-brand aria-selected:text-ink xs:px-4';
export const TAB_AT_FOOT =
  'max-sm:mb-0 max-sm:min-h-14 max-sm:flex-1 max-sm:justify-center max-sm:border-t-2 max-sm:border-b-0 max-sm:px-0.5 max-sm:text-center max-sm:text-tiny max-sm:leading-4 max-sm:whitespace-normal';

/** Where a key leads, round and round; null for other keys. */
function placeOf(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
