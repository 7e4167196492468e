import { t } from '@lingui/core/macro';
import { DeskCard, PositionRow } from '@quorate/ui/desk-parts';
import { ifStoppedSentence } from '@quorate/ui/limits-words';
import type { OpenPosition, RunState } from '../../contract/runs.ts';

type PositionsPanelProps = {
  run: RunState;
  positions: readonly OpenPosition[];
  /** Whether there is a bot that could be told. */
  isAtWork: boolean;
  now: number;
};

/** What is open, each between its stop and its target, and what is left if all of it is stopped out. */
export function PositionsPanel({ run, positions, isAtWork, now }: PositionsPanelProps) {
  const { floors, currency } = run;
  return (
    <DeskCard
      title={t`Open positions`}
      aside={
        positions.length > 0 && (
          <span className="figures text-small font-medium text-brand">{positions.length}</span>
        )
      }
    >
      {positions.length === 0 ? (
        <p className="text-small text-muted">{emptyWords(run.open_positions !== null, isAtWork)}</p>
      ) : (
        <ul aria-label={t`Open positions`} className="divide-y divide-line">
          {positions.map((position) => (
            <PositionRow
              key={position.ticket}
              isWhole
              position={{ ...position, volume: position.lots, price: position.open_price }}
              currency={currency}
              now={now}
            />
          ))}
        </ul>
      )}
      {positions.length > 0 && floors && (
        <p className="mt-3 border-t border-line pt-3 text-tiny">
          {ifStoppedSentence(floors, floors.state.currency, run.phase !== 'running')}
        </p>
      )}
    </DeskCard>
  );
}

function emptyWords(isKnown: boolean, isAtWork: boolean): string {
  if (isKnown) return t`Nothing is open.`;
  return isAtWork
    ? t`Not known until the terminal reports. Open positions keep their stops at the broker.`
    : t`Not known while the bot is not running. Open positions keep their stops at the broker.`;
}
