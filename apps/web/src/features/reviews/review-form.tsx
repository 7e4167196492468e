import { t } from '@lingui/core/macro';
import {
  getMyReview,
  REVIEW_COMMENT_MAX,
  REVIEW_COMMENT_MIN,
  REVIEW_RATING_DEFAULT,
  type ReviewInput,
  reviewInput,
  writeReview,
} from '@quorate/contract/reviews';
import { Button } from '@quorate/ui/button';
import { formatCount } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';
import { TextArea } from '@quorate/ui/text-area';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { errorText } from '../../lib/error-text.ts';
import { dropDraft, keepDraft, readDraft } from '../../lib/tab-storage.ts';
import { useLoad } from '../../lib/use-load.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { STAR_PATH } from '../../ui/stars.tsx';
import { ReviewMessage } from './review-message.tsx';

type ReviewFormProps = {
  /** Whose words they are: nobody else is shown what was not sent. */
  owner: string;
  /** Called with the service's message once the review stands. */
  onDone: (message: string) => void;
  onCancel: () => void;
};

export function ReviewForm({ owner, onDone, onCancel }: ReviewFormProps) {
  const heading = useId();
  const commentBox = useRef<HTMLTextAreaElement>(null);
  const [draft] = useState(() => readDraft(REVIEW_DRAFT, owner));
  const [rating, setRating] = useState<number>(() => ratingOf(draft?.rating));
  const [comment, setComment] = useState(draft?.comment ?? '');
  // An expired session leads away from here, and back.
  useEffect(() => {
    const untouched = comment === '' && rating === REVIEW_RATING_DEFAULT;
    if (!untouched) keepDraft(REVIEW_DRAFT, owner, { rating: String(rating), comment });
  }, [owner, rating, comment]);
  const [fault, setFault] = useState<string | null>(null);
  const { busy, error, submit } = useSubmission(async (review: ReviewInput) => {
    const { message } = await callApi(writeReview, { body: review });
    dropDraft(REVIEW_DRAFT);
    onDone(message);
  });

  const cancel = () => {
    dropDraft(REVIEW_DRAFT);
    onCancel();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const input = reviewInput.safeParse({ rating, comment });
    setFault(faultOf(rating, comment));
    if (!input.success) {
      commentBox.current?.focus();
      return;
    }
    submit(input.data);
  };

  return (
    <form
      aria-labelledby={heading}
      noValidate
      onSubmit={onSubmit}
      className="mb-8 max-w-prose space-y-4 rounded-card border border-line bg-surface p-5 xs:p-6"
    >
      <h3 id={heading} className="font-serif text-heading">{t`Your review`}</h3>
      <HiddenReviewNotice />
      <StarPicker legend={t`Rating`} value={rating} onChange={setRating} disabled={busy} />
      <TextArea
        ref={commentBox}
        label={t`Comment`}
        name="comment"
        rows={4}
        required
        maxLength={REVIEW_COMMENT_MAX}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
        onBlur={({ relatedTarget }) => {
          // A note would move the button from under the pointer that presses it.
          if (relatedTarget instanceof HTMLButtonElement) return;
          setFault(comment === '' ? null : faultOf(rating, comment));
        }}
        error={fault}
        hint={t`At least ${REVIEW_COMMENT_MIN} characters, at most ${formatCount(REVIEW_COMMENT_MAX)}.`}
        disabled={busy}
      />
      {error !== null && (
        <ReviewMessage taken={false} message={errorText(error, t`Failed to submit review`)} />
      )}
      <div className="flex gap-3">
        <Button type="submit" busy={busy}>{t`Submit Review`}</Button>
        <Button variant="secondary" onClick={cancel} disabled={busy}>{t`Cancel`}</Button>
      </div>
    </form>
  );
}

/** Where a review that was not sent is kept; the section looks for it, too. */
const REVIEW_DRAFT = 'review';

function ratingOf(text: string | undefined): number {
  const rating = Number(text);
  return Number.isInteger(rating) && rating >= 1 && rating <= 5 ? rating : REVIEW_RATING_DEFAULT;
}

function faultOf(rating: number, comment: string): string | null {
  const input = reviewInput.safeParse({ rating, comment });
  return input.success ? null : (input.error.issues[0]?.message ?? null);
}

/** Tells an author that their review was taken off the site, and why. Without an answer the form works, too. */
export function HiddenReviewNotice() {
  const { data } = useLoad(loadMyReview);
  if (!data || data.hidden_at === null) return null;
  return (
    <Notice tone="warning" title={t`Your review is off the site`} live>
      <p className="wrap-anywhere">{data.hidden_reason}</p>
      <p className="mt-1">{t`You can write it again; it comes back once we have read the new words.`}</p>
    </Notice>
  );
}

async function loadMyReview(signal: AbortSignal) {
  return (await callApi(getMyReview, {}, { signal })).review;
}

const NAMES = [t`1 star`, t`2 stars`, t`3 stars`, t`4 stars`, t`5 stars`];

type StarPickerProps = {
  legend: string;
  value: number;
  onChange: (rating: number) => void;
  disabled?: boolean;
};

/** Five radio buttons drawn as stars: arrows move, Tab enters and leaves. */
function StarPicker({ legend, value, onChange, disabled }: StarPickerProps) {
  const group = useId();
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-1 text-small font-medium">{legend}</legend>
      <div className="inline-flex">
        {NAMES.map((name, index) => (
          <label
            key={name}
            className="relative grid size-11 place-items-center rounded-control text-warn has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={group}
              value={index + 1}
              checked={value === index + 1}
              onChange={() => onChange(index + 1)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <svg viewBox="0 0 24 24" aria-hidden="true" className="size-7">
              <path
                d={STAR_PATH}
                fill={index < value ? 'currentColor' : 'none'}
                stroke="currentColor"
                strokeWidth="1.5"
                strokeLinejoin="round"
              />
            </svg>
            <span className="sr-only">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
