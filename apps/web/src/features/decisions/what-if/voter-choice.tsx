import { REPLAY_VOTERS_MAX } from '@quorate/contract/decision-replay';
import { ANALYSIS_DEPTHS, type AnalysisDepth } from '@quorate/contract/decisions';
import type { Voters } from '@quorate/contract/voters';
import { analystName } from '@quorate/ui/analyst-name';
import { Checkbox } from '@quorate/ui/checkbox';
import { SelectField } from '@quorate/ui/select-field';
import { depthName, modelWords } from '../voter-words.ts';

type VoterChoiceProps = {
  voters: Voters;
  chosen: readonly string[];
  onChosen: (names: readonly string[]) => void;
  depth: AnalysisDepth;
  onDepth: (depth: AnalysisDepth) => void;
};

/** Who is asked anew, and how deep they look. */
export function VoterChoice({ voters, chosen, onChosen, depth, onDepth }: VoterChoiceProps) {
  const allowed = ANALYSIS_DEPTHS.slice(0, ANALYSIS_DEPTHS.indexOf(voters.depth) + 1);
  const toggle = (name: string, checked: boolean) =>
    onChosen(checked ? [...chosen, name] : chosen.filter((other) => other !== name));
  return (
    <fieldset>
      <legend className="text-small font-medium">Voters</legend>
      <p className="mt-0.5 mb-3 text-tiny text-muted">With none chosen the stored votes stand.</p>
      <div className="grid gap-x-5 gap-y-2.5 xs:grid-cols-2">
        {voters.voters.map((voter) => {
          const checked = chosen.includes(voter.analyst);
          const inPlan = voter.depths.includes(voters.depth);
          return (
            <Checkbox
              key={voter.analyst}
              checked={checked}
              disabled={!checked && (!inPlan || chosen.length >= REPLAY_VOTERS_MAX)}
              onChange={(event) => toggle(voter.analyst, event.target.checked)}
              label={
                <span className="block [overflow-wrap:anywhere]">
                  {analystName(voter.analyst)}
                  <span className="block text-tiny text-muted">
                    {modelWords(voter)}
                    {voter.state === 'resting' && ', resting just now'}
                    {!inPlan && ', on a higher plan'}
                  </span>
                </span>
              }
            />
          );
        })}
      </div>
      {chosen.length > 0 && allowed.length > 1 && (
        <SelectField
          label="Depth"
          value={depth}
          options={allowed.map((value) => ({ value, label: depthName(value) }))}
          onChange={onDepth}
          className="mt-3 w-40"
        />
      )}
    </fieldset>
  );
}
