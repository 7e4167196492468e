import type { ReactNode } from 'react';

type ReviewsFrameProps = { action?: ReactNode; children: ReactNode };

/** Reviews come from the service, so that without scripts there are none to show. */
export function ReviewsFrame({ action, children }: ReviewsFrameProps) {
  return (
    <section aria-labelledby="reviews" className="wrap pb-16 noscript:hidden">
      <div className="mb-6 flex min-h-11 flex-wrap items-end justify-between gap-4">
        <h2 id="reviews" className="font-serif text-title font-medium">
          What traders say
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
