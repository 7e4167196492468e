import { type ReactNode, useId } from 'react';

type StorySectionProps = { step: number; title: string; children: ReactNode };

/** One step of a decision's story. */
export function StorySection({ step, title, children }: StorySectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line pt-4">
      <h3
        id={id}
        className="mb-3 flex items-baseline gap-2.5 font-serif text-[1.125rem] font-medium"
      >
        <span className="figures text-small font-normal text-muted">{step}</span> {title}
      </h3>
      <div className="space-y-3">{children}</div>
    </section>
  );
}
