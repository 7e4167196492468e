import type { DecisionReplay } from '@quorate/contract/decision-replay';
import type { AnalysisDepth, DecisionReply } from '@quorate/contract/decisions';
import type { Voters } from '@quorate/contract/voters';
import { Button } from '@quorate/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSubmission } from '../../../lib/use-submission.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { RiskFields } from './risk-fields.tsx';
import { riskFrom, type TypedRisk } from './risk-figures.ts';
import { VoterChoice } from './voter-choice.tsx';
import { replay, type Trial } from './what-if.api.ts';
import { WhatIfResult } from './what-if-result.tsx';
import { cancelledWords, costWords } from './what-if-words.ts';

type WhatIfFormProps = { userId: string; decision: DecisionReply; voters: Voters };

/** What to try, what it costs, and what came of it. */
export function WhatIfForm({ userId, decision, voters }: WhatIfFormProps) {
  const client = useQueryClient();
  const leave = useRef<AbortController>(null);
  const [ticked, setTicked] = useState<readonly string[]>([]);
  // Who votes may change while this stands open.
  const chosen = ticked.filter((name) => voters.voters.some(({ analyst }) => analyst === name));
  const [depth, setDepth] = useState<AnalysisDepth>(voters.depth);
  const [typed, setTyped] = useState<TypedRisk>({});
  const [faults, setFaults] = useState<TypedRisk>({});
  const [note, setNote] = useState<string | null>(null);
  const [result, setResult] = useState<DecisionReplay | null>(null);
  const { busy, error, submit, reset } = useSubmission(async (trial: Trial) => {
    const ending = new AbortController();
    leave.current = ending;
    setResult(null);
    try {
      setResult(await replay(decision.decision_id, trial, ending.signal));
    } catch (fault) {
      if (!ending.signal.aborted) throw fault;
      setNote(cancelledWords(trial.voters.length));
    } finally {
      // Also what failed or was cancelled may have used tokens.
      void client.invalidateQueries({ queryKey: ['dashboard', userId] });
    }
  });
  useEffect(() => () => leave.current?.abort(), []);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const { risk, faults: found } = riskFrom(typed);
    setFaults(found ?? {});
    setNote(null);
    if (risk === null) return;
    if (chosen.length === 0 && Object.keys(risk).length === 0) {
      reset();
      setResult(null);
      setNote('Choose voters, or enter a figure of the risk profile.');
      return;
    }
    submit({ voters: chosen, depth: chosen.length === 0 ? null : depth, risk });
  };

  return (
    <>
      <form noValidate onSubmit={onSubmit} className="space-y-5">
        <VoterChoice
          voters={voters}
          chosen={chosen}
          onChosen={setTicked}
          depth={depth}
          onDepth={setDepth}
        />
        <RiskFields typed={typed} faults={faults} onTyped={setTyped} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" size="small" busy={busy}>
            Decide again
          </Button>
          {busy && (
            <Button variant="secondary" size="small" onClick={() => leave.current?.abort()}>
              Cancel
            </Button>
          )}
          <p className="text-tiny text-muted">{costWords(chosen.length, decision.quorum)}</p>
        </div>
      </form>
      <p role="status" className="text-small empty:hidden">
        {busy && chosen.length > 0 ? 'The voters are asked. This may take up to a minute.' : note}
      </p>
      <FailureNotice title="The decision could not be made again" error={error} />
      {result && <WhatIfResult result={result} />}
    </>
  );
}
