import type { ReactNode } from 'react';

/** One headed part of a page to be read. */
export function Prose({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-9">
      <h2 className="font-serif text-heading font-medium">{title}</h2>
      <div className="mt-2 space-y-3 text-muted [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-4 [&_li]:pl-1 [&_strong]:font-medium [&_strong]:text-ink [&_ul]:list-disc [&_ul]:space-y-1.5 [&_ul]:pl-5">
        {children}
      </div>
    </section>
  );
}

type LegalPageProps = { title: string; updated: string; lead: string; children: ReactNode };

/** A policy with its date. */
export function LegalPage({ title, updated, lead, children }: LegalPageProps) {
  return (
    <article className="mx-auto max-w-prose px-4 pt-8 md:pt-14">
      <h1 className="font-serif text-display font-medium">{title}</h1>
      <p className="mt-3 text-tiny text-muted">Last updated: {updated}</p>
      <p className="mt-5 text-lead text-muted">{lead}</p>
      {children}
    </article>
  );
}
