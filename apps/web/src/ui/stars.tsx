import { t } from '@lingui/core/macro';
import { classNames } from '@quorate/ui/class-names';

export const STAR_PATH =
  'M12 3.2l2.7 5.6 6.1.8-4.5 4.3 1.1 6.1L12 17.1 6.6 20l1.1-6.1L3.2 9.6l6.1-.8Z';

/** A rating, read out as words. */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  return (
    <span
      role="img"
      aria-label={t`${rating} of 5 stars`}
      className={classNames('inline-flex gap-0.5 text-warn', className)}
    >
      {[1, 2, 3, 4, 5].map((star) => (
        <svg key={star} viewBox="0 0 24 24" aria-hidden="true" className="size-4">
          <path
            d={STAR_PATH}
            fill={star <= rating ? 'currentColor' : 'none'}
            stroke="currentColor"
            strokeWidth="1.6"
            strokeLinejoin="round"
          />
        </svg>
      ))}
    </span>
  );
}
