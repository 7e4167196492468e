import { getMyReview } from '@quorate/contract/reviews';
import { Notice } from '@quorate/ui/notice';
import { callApi } from '../../lib/api-client.ts';
import { useLoad } from '../../lib/use-load.ts';

/** Tells an author that their review was taken off the site, and why. Without an answer the form works, too. */
export function HiddenReviewNotice() {
  const { data } = useLoad(loadMyReview);
  if (!data || data.hidden_at === null) return null;
  return (
    <Notice tone="warning" title="Your review is off the site" live>
      <p className="wrap-anywhere">{data.hidden_reason}</p>
      <p className="mt-1">
        You can write it anew; it comes back once somebody here has read the new words.
      </p>
    </Notice>
  );
}

async function loadMyReview(signal: AbortSignal) {
  return (await callApi(getMyReview, {}, { signal })).review;
}
