import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { WeeklyReview } from '@quorate/contract/weekly-review';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { Icon } from '@quorate/ui/icon';
import { Panel } from '@quorate/ui/panel';
import { Skeleton } from '@quorate/ui/skeleton';
import { useState } from 'react';
import { useDeskPath } from '../../lib/desk-path.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useReviewMail, useWeeklyReviews } from './journal.api.ts';
import { dayWords, shortDay } from './journal-words.ts';

type WeeklyReviewsProps = { userId: string; timeZone: string };

/** Three facts and one question about a week, this one and those before. */
export function WeeklyReviews({ userId, timeZone }: WeeklyReviewsProps) {
  const [page, setPage] = useState(1);
  const reviews = useWeeklyReviews(userId, timeZone, page);
  const { data } = reviews;
  if (reviews.isError)
    return (
      <RetryNotice
        title={t`Failed to load your weekly review`}
        error={reviews.error}
        onRetry={() => void reviews.refetch()}
        busy={reviews.isFetching}
      />
    );
  if (!data)
    return (
      <div role="status" aria-label={t`Loading your weekly review`}>
        <Skeleton className="h-56 w-full rounded-card" />
      </div>
    );
  const [review] = data.reviews;
  if (!review) return null;
  const { total_pages: last } = data.pagination;
  return (
    <Panel
      title={review.running ? t`This week` : t`Week of ${dayWords(review.week)}`}
      aside={
        <div className="flex gap-2">
          <Button
            variant="secondary"
            size="small"
            className="max-sm:min-h-11"
            disabled={page >= last}
            title={page >= last ? t`This is your first week` : undefined}
            onClick={() => setPage(page + 1)}
          >
            <Trans>
              <Icon name="left" className="size-4" />
              Week before
            </Trans>
          </Button>
          <Button
            variant="secondary"
            size="small"
            className="max-sm:min-h-11"
            disabled={page <= 1}
            title={page <= 1 ? t`This is the newest week` : undefined}
            onClick={() => setPage(page - 1)}
          >
            <Trans>
              Week after
              <Icon name="right" className="size-4" />
            </Trans>
          </Button>
        </div>
      }
    >
      <div
        aria-live="polite"
        aria-busy={reviews.isPlaceholderData}
        className={reviews.isPlaceholderData ? 'opacity-60' : undefined}
      >
        <Review review={review} />
      </div>
      <MailSwitch userId={userId} timeZone={timeZone} />
    </Panel>
  );
}

function Review({ review }: { review: WeeklyReview }) {
  const base = useDeskPath();
  const pathOf = (path: string) => path.replace(/^\/dashboard/, base);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
        <Trans>
          {shortDay(review.week)} to {shortDay(review.until)}
          <Badge>{review.about}</Badge>
        </Trans>
      </p>
      <ol className="mt-4 grid gap-4 lg:grid-cols-3">
        {review.facts.map(({ kind, text, sample, links }) => (
          <li key={kind} className="min-w-0 border-s-2 border-brand/40 ps-3">
            <p className="text-small wrap-anywhere">{text}</p>
            <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-tiny text-muted">
              {sample > 0 && <span>{sampleWords(kind, sample)}</span>}
              {links.map(({ label, path }) => (
                <TextLink key={label} to={pathOf(path)}>
                  {label}
                </TextLink>
              ))}
            </p>
          </li>
        ))}
      </ol>
      {review.question && (
        <p className="mt-5 font-serif text-heading wrap-anywhere">{review.question}</p>
      )}
      {review.others.length > 0 && (
        <ul className="mt-4 space-y-1 text-tiny text-muted">
          {review.others.map((other) => (
            <li key={other}>{other}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function sampleWords(kind: WeeklyReview['facts'][number]['kind'], sample: number): string {
  if (kind === 'near_limit') return plural(sample, { one: '# day', other: '# days' });
  return kind === 'decisions' || kind === 'refused'
    ? plural(sample, { one: '# decision', other: '# decisions' })
    : plural(sample, { one: '# trade', other: '# trades' });
}

/** The same review by mail. */
function MailSwitch({ userId, timeZone }: WeeklyReviewsProps) {
  const { settings, save } = useReviewMail(userId, timeZone);
  if (!settings) return null;
  const on = settings.weekly_review_mail;
  const zone = settings.time_zone ?? timeZone;
  return (
    <div className="mt-5 border-t border-line pt-3">
      <FailureNotice
        title={t`Failed to save your choice`}
        error={save.isError ? save.error : null}
        className="mb-3"
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-tiny text-muted">
        <p>
          {on
            ? t`You get this review by mail on Monday mornings (${zone}), after weeks with trades or decisions.`
            : t`You get no weekly review by mail.`}
        </p>
        <Button
          variant="secondary"
          size="small"
          className="max-sm:min-h-11"
          busy={save.isPending}
          onClick={() => save.mutate(!on)}
        >
          {on ? t`Turn off the mail` : t`Send it by mail`}
        </Button>
      </div>
    </div>
  );
}
