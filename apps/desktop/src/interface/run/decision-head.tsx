import { Badge } from '@quorate/ui/badge';
import { ACTION_TEXT, VERDICT_WORDS } from '@quorate/ui/decision-words';
import type { LastDecision } from '../../contract/runs.ts';
import { localTime } from './local-time.ts';

const OUTCOMES = {
  traded: { name: 'Traded', tone: 'gain' },
  refused: { name: 'Refused', tone: 'loss' },
  held: { name: 'Held', tone: 'neutral' },
  waiting: { name: 'Under way', tone: 'brand' },
} as const;

type DecisionHeadProps = {
  last: LastDecision;
  now: number;
  timeZone: string;
  /** Says what came of it too, where the rest is folded away. */
  withOutcome?: boolean;
};

/** Which symbol, when, the verdict and what came of it. */
export function DecisionHead({ last, now, timeZone, withOutcome = false }: DecisionHeadProps) {
  const { symbol, decision, outcome } = last;
  const { name, tone } = OUTCOMES[outcome.kind];
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span>
          <span className="figures text-[1.0625rem] font-semibold">{symbol}</span>{' '}
          <span className="text-tiny font-normal text-muted">
            {decision.timeframe} ·{' '}
            <time dateTime={decision.decided_at}>
              {localTime(decision.decided_at, now, timeZone)}
            </time>
          </span>
        </span>
        <span className="flex items-center gap-2.5">
          {withOutcome && (
            <span className={`text-small ${ACTION_TEXT[decision.action]}`}>
              {VERDICT_WORDS[decision.action]}
            </span>
          )}
          <Badge tone={tone}>{name}</Badge>
        </span>
      </span>
      {withOutcome && (
        <span className="mt-0.5 block text-tiny font-normal text-muted">
          {outcome.kind === 'held' ? decision.reason : outcome.text}
        </span>
      )}
    </>
  );
}
