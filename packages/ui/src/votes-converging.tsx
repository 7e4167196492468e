import type { Action } from './decision-words.ts';
import { ACTION_TEXT } from './decision-words.ts';
import type { ShownVote } from './vote-row.tsx';

const WIDTH = 480;
const HEIGHT = 44;
const NODE = { x: 240, y: 24 };

/** The motif with real voices: those who agree flow into the verdict, the others end before it. */
export function VotesConverging({
  votes,
  action,
}: {
  votes: readonly ShownVote[];
  action: Action;
}) {
  const gap = (HEIGHT - 12) / Math.max(1, votes.length - 1);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      aria-hidden="true"
      className={`w-full ${ACTION_TEXT[action]}`}
    >
      {votes.map((vote, index) => {
        const y = votes.length === 1 ? NODE.y : 6 + index * gap;
        return vote.action === action && !vote.abstained ? (
          <path
            key={vote.analyst}
            d={`M4 ${y}C120 ${y} 150 ${NODE.y} ${NODE.x} ${NODE.y}`}
            strokeWidth="2.25"
          />
        ) : (
          <path
            key={vote.analyst}
            d={`M4 ${y}C100 ${y} 150 ${midway(y)} 196 ${midway(y)}`}
            strokeWidth="1.5"
            strokeDasharray="2 5"
            className="text-hold"
          />
        );
      })}
      <path d={`M${NODE.x} ${NODE.y}H${WIDTH - 4}`} strokeWidth="4" />
      <circle cx={NODE.x} cy={NODE.y} r="6" className="fill-surface" strokeWidth="2.5" />
    </svg>
  );
}

function midway(y: number): number {
  return (y + NODE.y) / 2;
}
