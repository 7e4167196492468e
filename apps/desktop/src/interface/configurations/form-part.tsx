import { type ReactNode, useId } from 'react';

type FormPartProps = { id: string; title: string; lead: string; children: ReactNode };

/** A titled part of a long form: its name at the left where there is room. */
export function FormPart({ id, title, lead, children }: FormPartProps) {
  const heading = useId();
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="grid gap-x-10 gap-y-4 border-t border-line py-6 lg:grid-cols-[12rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={heading} className="font-serif text-heading">
          {title}
        </h2>
        <p className="mt-1 text-tiny text-muted">{lead}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
