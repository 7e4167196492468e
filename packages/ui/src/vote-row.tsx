import type { VoteReply } from '@quorate/contract/decisions';
import type { ReactNode } from 'react';
import { analystName } from './analyst-name.ts';
import { classNames } from './class-names.ts';
import { ACTION_TEXT, conviction } from './decision-words.ts';
import { formatShare } from './format.ts';

export type ShownVote = Pick<VoteReply, 'analyst' | 'action' | 'p_up' | 'reason' | 'abstained'>;

type VoteRowProps = {
  vote: ShownVote;
  /** Its reason in the language of the page, as far as it is known there. */
  reason?: string;
  /** More about it, below its reason. */
  children?: ReactNode;
};

/** One voice: who, how far it leans to a rise or a fall, and its vote. */
export function VoteRow({ vote, reason = '', children }: VoteRowProps) {
  const tone = vote.abstained ? 'text-hold' : ACTION_TEXT[vote.action];
  const word = vote.abstained
    ? 'ABSTAINED'
    : `${vote.action} ${formatShare(conviction(vote.p_up))}`;
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center gap-x-2 text-small xs:gap-x-3">
        <span className="w-[7.25rem] shrink [overflow-wrap:anywhere] xs:w-[7.75rem]">
          {analystName(vote.analyst)}
        </span>
        <LeanBar vote={vote} tone={tone} />
        <span
          className={classNames(
            'figures w-[4.75rem] whitespace-nowrap text-end text-tiny font-semibold xs:w-[5.25rem]',
            tone,
          )}
        >
          {word}
        </span>
      </div>
      {reason !== '' && (
        <p
          // The words of a model are as it wrote them.
          lang={reason === vote.reason ? 'en' : undefined}
          className="mt-0.5 text-tiny text-muted"
        >
          {reason}
        </p>
      )}
      {children}
    </li>
  );
}

/** The probability of a rise as a distance from an even chance: right for a rise, left for a fall. */
function LeanBar({ vote, tone }: { vote: ShownVote; tone: string }) {
  const percent = Math.round(Math.min(1, Math.max(0, vote.p_up)) * 100);
  return (
    <svg height="12" aria-hidden="true" className={`min-w-12 flex-1 ${tone}`}>
      <rect y="3" width="100%" height="6" rx="3" className="fill-sunk" />
      {!vote.abstained && (
        <rect
          x={`${Math.min(50, percent)}%`}
          y="3"
          width={`${Math.abs(percent - 50)}%`}
          height="6"
          rx="1.5"
          fill="currentColor"
        />
      )}
      <rect x="50%" width="1.5" height="12" className="fill-line-strong" />
    </svg>
  );
}
