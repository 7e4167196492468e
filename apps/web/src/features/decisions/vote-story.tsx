import type { VoteReply } from '@quorate/contract/decisions';
import { FactList } from '@quorate/ui/fact-list';
import { formatCount, formatShare } from '@quorate/ui/format';
import { VoteRow } from '@quorate/ui/vote-row';
import { evidenceFacts } from './evidence-words.ts';
import { pooledWords, roundWords, spentWords } from './vote-words.ts';
import { faultSentence, modelWords } from './voter-words.ts';

type VoteStoryProps = {
  vote: VoteReply;
  /** Share in the pool, 0 to 1; null where it had none. */
  weight: number | null;
};

/** A vote with all that is known of it: who was asked, what it rests on, what it weighed and what it cost. */
export function VoteStory({ vote, weight }: VoteStoryProps) {
  const { fault, evidence, input_tokens: read, output_tokens: written } = vote;
  const facts = evidenceFacts(evidence);
  return (
    <VoteRow vote={vote} withReason>
      <div className="mt-1 space-y-1.5 text-tiny text-muted">
        {[fault === null ? null : faultSentence(fault), roundWords(vote), pooledWords(vote)].map(
          (sentence) =>
            sentence !== null && (
              <p key={sentence} className="text-ink">
                {sentence}
              </p>
            ),
        )}
        {weight !== null && <Weight share={weight} />}
        {facts.length > 0 && <FactList facts={facts} />}
        <p>
          <span className="[overflow-wrap:anywhere]">{modelWords(vote)}</span>
          {': '}
          <span className="tabular-nums">
            {spentWords(vote)}
            {read + written > 0 && ` (${formatCount(read)} read, ${formatCount(written)} written)`}
          </span>
        </p>
      </div>
    </VoteRow>
  );
}

/** Its share as a figure and as a part of the whole. */
function Weight({ share }: { share: number }) {
  const percent = Math.min(100, Math.max(0, share * 100));
  return (
    <div className="flex items-center gap-3">
      <p className="shrink-0">
        Weight in the verdict <span className="figures">{formatShare(share)}</span>
      </p>
      <svg height="6" aria-hidden="true" className="w-full max-w-48 min-w-12">
        <rect width="100%" height="6" rx="3" className="fill-sunk" />
        <rect width={`${percent}%`} height="6" rx="3" className="fill-brand" />
      </svg>
    </div>
  );
}
