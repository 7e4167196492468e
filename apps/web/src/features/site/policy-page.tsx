import { t } from '@lingui/core/macro';
import type { Document } from '@quorate/content/document';
import { SectionBody } from './document-blocks.tsx';

/** A policy with its date and a table of contents. */
export function PolicyPage({ policy, lead }: { policy: Document; lead: string }) {
  return (
    <article className="mx-auto max-w-prose px-4 pt-8 md:pt-14">
      <h1 className="font-serif text-display font-medium">{policy.title}</h1>
      <p className="mt-3 text-tiny text-muted">{t`Last updated: ${policy.effective ?? ''}`}</p>
      <p className="mt-5 text-body text-muted">{lead}</p>
      <nav aria-label={t`Contents`} className="mt-8 border-y border-line py-4 print:hidden">
        <ol className="list-decimal gap-x-10 ps-6 text-small marker:text-muted marker:tabular-nums sm:columns-2">
          {policy.sections.map(({ id, title }) => (
            <li key={id} className="ps-1">
              <a
                href={`#${id}`}
                className="inline-block py-1 text-brand underline decoration-brand/35 underline-offset-4 hover:decoration-brand"
              >
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {policy.sections.map((section) => (
        <section key={section.id} aria-labelledby={section.id} className="mt-9">
          <h2 id={section.id} className="font-serif text-heading font-medium">
            {section.title}
          </h2>
          <div className="mt-2 text-muted">
            <SectionBody section={section} />
          </div>
        </section>
      ))}
    </article>
  );
}
