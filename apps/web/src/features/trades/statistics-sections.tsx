import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';

export const SECTIONS = ['summary', 'charts', 'measures', 'simulation', 'analysts'] as const;
export type SectionName = (typeof SECTIONS)[number];

const WORDS: Readonly<Record<SectionName, string>> = {
  summary: t`Summary`,
  charts: t`Charts`,
  measures: t`Measures`,
  simulation: t`Simulation`,
  analysts: t`Analysts`,
};

/** What links led to before there were sections, in mails as well. */
const ANCHORS: Readonly<Record<string, SectionName>> = {
  '#panel-record': 'analysts',
  '#calibration': 'analysts',
};

/** The section of an address; Summary where it names none, or one that is not there. */
export function sectionOf(query: URLSearchParams, hash = ''): SectionName {
  const named = query.get('section');
  if (named === null) return ANCHORS[hash] ?? 'summary';
  return SECTIONS.find((section) => section === named) ?? 'summary';
}

/** The address of a section: everything else of it stays as it is. */
function sectionQuery(section: SectionName, query: URLSearchParams): string {
  const next = new URLSearchParams(query);
  next.set('tab', 'statistics');
  if (section === 'summary') next.delete('section');
  else next.set('section', section);
  return `?${next}`;
}

type SectionLinkProps = { section: SectionName; children: ReactNode };

/** Leads to a section of what is selected now. */
export function SectionLink({ section, children }: SectionLinkProps) {
  const [query] = useSearchParams();
  return (
    <Link
      to={sectionQuery(section, query)}
      preventScrollReset
      className="inline-flex min-h-11 items-center text-brand underline underline-offset-4 sm:min-h-0"
    >
      {children}
    </Link>
  );
}

type SectionBarProps = {
  current: SectionName;
  /** Sends for the code of a section before it is opened. */
  prepare: (section: SectionName) => void;
};

/** Leads from section to section, and stays in sight while one is scrolled. */
export function SectionBar({ current, prepare }: SectionBarProps) {
  const [query] = useSearchParams();
  const place = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLUListElement>(null);
  const shown = useRef(current);
  useEffect(() => {
    const list = bar.current;
    const item = list?.querySelector<HTMLElement>('[aria-current]');
    // Within the bar alone: the page stays where it is.
    if (list && item) list.scrollLeft = item.offsetLeft - (list.clientWidth - item.offsetWidth) / 2;
    if (shown.current === current) return;
    shown.current = current;
    // Another section begins at its beginning, also where the last one was scrolled.
    if (place.current && place.current.getBoundingClientRect().top < 0)
      place.current.scrollIntoView();
  }, [current]);
  return (
    <>
      <div ref={place} />
      <nav
        aria-label={t`Statistics`}
        data-section-bar=""
        className="sticky top-[calc(4.5rem+env(safe-area-inset-top))] z-20 -mx-4 border-b border-line bg-paper px-4 sm:-mx-1 sm:px-1"
      >
        <ul ref={bar} className="flex gap-1 overflow-x-auto [scrollbar-width:none]">
          {SECTIONS.map((section) => (
            <li key={section} className="shrink-0">
              <Link
                to={sectionQuery(section, query)}
                preventScrollReset
                aria-current={section === current ? 'page' : undefined}
                onPointerEnter={() => prepare(section)}
                onFocus={() => prepare(section)}
                className="inline-flex min-h-11 items-center border-b-2 border-transparent px-3 text-small font-medium text-muted transition-colors duration-150 hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-brand aria-[current]:text-ink"
              >
                {WORDS[section]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
