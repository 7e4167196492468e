import { type ReactNode, useId } from 'react';

type StorySectionProps = { title: string; children: ReactNode };

/** One part of a story, below what it came to. */
export function StorySection({ title, children }: StorySectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line pt-4">
      <h2 id={id} className="mb-3 font-serif text-heading font-medium">
        {title}
      </h2>
      <div className="space-y-3">{children}</div>
    </section>
  );
}
