import type { ReactNode } from 'react';

type ReviewsFrameProps = {
  /** While there is no review the section is one line. */
  compact: boolean;
  action?: ReactNode;
  children: ReactNode;
};

/** Reviews come from the service, so that without scripts there are none to show. */
export function ReviewsFrame({ compact, action, children }: ReviewsFrameProps) {
  return (
    <section aria-labelledby="reviews" className="wrap pb-16 noscript:hidden">
      <div
        className={
          compact
            ? 'flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-y border-line py-3'
            : 'mb-6 flex min-h-11 flex-wrap items-end justify-between gap-4'
        }
      >
        <div className={compact ? 'flex flex-wrap items-baseline gap-x-3' : undefined}>
          <h2
            id="reviews"
            className={compact ? 'font-serif text-heading' : 'font-serif text-title font-medium'}
          >
            What traders say
          </h2>
          {compact && <p className="text-small text-muted">No reviews yet</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
