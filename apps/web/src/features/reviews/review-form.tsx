import {
  REVIEW_COMMENT_MAX,
  REVIEW_COMMENT_MIN,
  REVIEW_RATING_DEFAULT,
  type ReviewInput,
  reviewInput,
  writeReview,
} from '@quorate/contract/reviews';
import { Button } from '@quorate/ui/button';
import { formatCount } from '@quorate/ui/format';
import { TextArea } from '@quorate/ui/text-area';
import { type FormEvent, useId, useRef, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { errorText } from '../../lib/error-text.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { StarPicker } from '../../ui/star-picker.tsx';
import { HiddenReviewNotice } from './hidden-review-notice.tsx';
import { ReviewMessage } from './review-message.tsx';

type ReviewFormProps = {
  /** Called with the service's message once the review stands. */
  onDone: (message: string) => void;
  onCancel: () => void;
};

export function ReviewForm({ onDone, onCancel }: ReviewFormProps) {
  const heading = useId();
  const commentBox = useRef<HTMLTextAreaElement>(null);
  const [rating, setRating] = useState<number>(REVIEW_RATING_DEFAULT);
  const [comment, setComment] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const { busy, error, submit } = useSubmission(async (review: ReviewInput) => {
    const { message } = await callApi(writeReview, { body: review });
    onDone(message);
  });

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const input = reviewInput.safeParse({ rating, comment });
    setFault(input.success ? null : (input.error.issues[0]?.message ?? null));
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
      <h3 id={heading} className="font-serif text-heading">
        Your review
      </h3>
      <HiddenReviewNotice />
      <StarPicker legend="Rating" value={rating} onChange={setRating} disabled={busy} />
      <TextArea
        ref={commentBox}
        label="Comment"
        name="comment"
        rows={4}
        required
        maxLength={REVIEW_COMMENT_MAX}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
        error={fault}
        hint={`At least ${REVIEW_COMMENT_MIN} characters, at most ${formatCount(REVIEW_COMMENT_MAX)}.`}
        disabled={busy}
      />
      {error !== null && <ReviewMessage message={errorText(error, 'Failed to submit review')} />}
      <div className="flex gap-3">
        <Button type="submit" busy={busy}>
          Submit Review
        </Button>
        <Button variant="secondary" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
