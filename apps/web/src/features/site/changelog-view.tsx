import { t } from '@lingui/core/macro';
import { Disclosure } from '@quorate/ui/disclosure';
import { i18n } from '@quorate/ui/i18n';
import { CHANGELOG } from './changelog.ts';
import { MarkedText } from './document-blocks.tsx';
import type { ChangeGroup } from './read-changelog.ts';

/** What changed, the newest day first. The entries are written in English alone. */
export function ChangelogView() {
  return (
    <>
      {i18n.locale !== 'en' && (
        <p className="mb-6 text-small text-muted">{t`The entries are in English.`}</p>
      )}
      {CHANGELOG.map(({ title, days, subjects }) => (
        <section key={title} aria-label={title} lang="en" className="mt-10 first:mt-0">
          <h2 className="font-serif text-heading font-medium">{title}</h2>
          {days.map((day) => (
            <section
              key={day.title}
              aria-label={day.title}
              className="mt-6 border-t border-line pt-6"
            >
              <h3 className="font-medium">
                <time dateTime={isoOf(day.title)}>{day.title}</time>
              </h3>
              <Lines group={day} />
            </section>
          ))}
          {subjects.length > 0 && (
            <div className="mt-8">
              {subjects.map((subject) => (
                <Disclosure key={subject.title} title={<h3>{subject.title}</h3>}>
                  <Lines group={subject} />
                </Disclosure>
              ))}
            </div>
          )}
        </section>
      ))}
    </>
  );
}

function Lines({ group }: { group: ChangeGroup }) {
  return (
    <ul className="mt-3 list-disc space-y-3 ps-5 text-muted">
      {group.lines.map((line) => (
        <li key={line} className="ps-1 [overflow-wrap:anywhere]">
          <MarkedText text={line} />
        </li>
      ))}
    </ul>
  );
}

/** @example isoOf('2 March 2026') // '2026-03-02' */
function isoOf(day: string): string {
  return new Date(t`${day} UTC`).toISOString().slice(0, 10);
}
