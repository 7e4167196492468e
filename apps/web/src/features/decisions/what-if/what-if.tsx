import { t } from '@lingui/core/macro';
import {
  type DecisionReplay,
  REPLAY_VOTERS_MAX,
  type ReplayRisk,
  replayDecision,
} from '@quorate/contract/decision-replay';
import {
  ANALYSIS_DEPTHS,
  type AnalysisDepth,
  type DecisionReply,
} from '@quorate/contract/decisions';
import type { Voters } from '@quorate/contract/voters';
import { PROFILE_SETTINGS } from '@quorate/trading/risk/rules';
import { analystName } from '@quorate/ui/analyst-name';
import { Button } from '@quorate/ui/button';
import { Checkbox } from '@quorate/ui/checkbox';
import { Disclosure } from '@quorate/ui/disclosure';
import { formatList } from '@quorate/ui/format';
import { SelectField } from '@quorate/ui/select-field';
import { Spinner } from '@quorate/ui/spinner';
import { TextField } from '@quorate/ui/text-field';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { useIsDemo } from '../../../lib/demo.ts';
import { boundsOf, type TypedSettings, typedSettings } from '../../../lib/typed-settings.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { RetryNotice } from '../../../ui/retry-notice.tsx';
import { useVoters } from '../decisions.api.ts';
import { StorySection } from '../story-section.tsx';
import { depthName, modelWords } from '../voter-words.ts';
import { WhatIfResult } from './what-if-result.tsx';
import { cancelledWords, costWords } from './what-if-words.ts';

type WhatIfProps = { userId: string; decision: DecisionReply };

/** The decision once more, with other voters or other risk settings. */
export function WhatIf({ userId, decision }: WhatIfProps) {
  const [open, setOpen] = useState(false);
  if (useIsDemo()) return null;
  return (
    <StorySection title={t`What if`}>
      <p className="text-small text-muted">{t`Decide on the same snapshot again, with other voters or other risk settings. Nothing of it is traded, and the record stays as it is.`}</p>
      {open ? (
        <WithVoters userId={userId} decision={decision} />
      ) : (
        <Button variant="secondary" size="small" onClick={() => setOpen(true)}>{t`Try it`}</Button>
      )}
    </StorySection>
  );
}

function WithVoters({ userId, decision }: WhatIfProps) {
  const voters = useVoters(userId);
  if (voters.data) return <WhatIfForm userId={userId} decision={decision} voters={voters.data} />;
  if (!voters.isError) return <Spinner label={t`Loading the voters`} />;
  return (
    <RetryNotice
      title={t`Failed to load who votes`}
      error={voters.error}
      onRetry={() => void voters.refetch()}
      busy={voters.isFetching}
    />
  );
}

type WhatIfFormProps = { userId: string; decision: DecisionReply; voters: Voters };

/** What to try, what it costs, and what came of it. */
function WhatIfForm({ userId, decision, voters }: WhatIfFormProps) {
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
      setNote(t`Choose voters, or enter a risk setting.`);
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
          <Button type="submit" size="small" busy={busy}>{t`Decide again`}</Button>
          {busy && (
            <Button
              variant="secondary"
              size="small"
              onClick={() => leave.current?.abort()}
            >{t`Cancel`}</Button>
          )}
          <p className="text-tiny text-muted">{costWords(chosen.length)}</p>
        </div>
      </form>
      <p role="status" className="text-small empty:hidden">
        {busy && chosen.length > 0 ? t`The voters are asked. This may take up to a minute.` : note}
      </p>
      <FailureNotice title={t`The decision could not be made again`} error={error} />
      {result && <WhatIfResult result={result} />}
    </>
  );
}

/** What is tried. Without voters the stored votes stand, and it is free. */
type Trial = {
  voters: readonly string[];
  /** How deep the voters look; null: as deep as the plan allows. */
  depth: AnalysisDepth | null;
  risk: ReplayRisk;
};

/** Decides a stored snapshot once more. @throws ApiError as `callApi` does */
function replay(
  decisionId: string,
  { voters, depth, risk }: Trial,
  signal: AbortSignal,
): Promise<DecisionReplay> {
  const asked = voters.length === 0 ? {} : { voters: [...voters], ...(depth && { depth }) };
  return callApi(
    replayDecision,
    { params: { decision_id: decisionId }, body: { ...asked, risk } },
    { signal },
  );
}

type RiskFieldsProps = {
  typed: TypedRisk;
  faults: TypedRisk;
  onTyped: (typed: TypedRisk) => void;
};

/** The risk settings to try, each with its bounds; those that few people change are behind a click. */
function RiskFields(props: RiskFieldsProps) {
  return (
    <fieldset>
      <legend className="text-small font-medium">{t`Risk settings`}</legend>
      <p className="mt-0.5 mb-3 text-tiny text-muted">{t`What is left empty stays as it was.`}</p>
      <RiskGrid {...props} fields={RISK_FIELDS.filter(({ isUsual }) => isUsual)} />
      <div className="mt-4 text-small">
        <Disclosure title={t`More risk settings`}>
          <RiskGrid {...props} fields={RISK_FIELDS.filter(({ isUsual }) => !isUsual)} />
        </Disclosure>
      </div>
    </fieldset>
  );
}

function RiskGrid({
  fields,
  typed,
  faults,
  onTyped,
}: RiskFieldsProps & { fields: typeof RISK_FIELDS }) {
  return (
    <div className="grid gap-x-5 gap-y-3 xs:grid-cols-2">
      {fields.map(({ name, label, bounds }) => (
        <TextField
          key={name}
          label={label}
          hint={bounds}
          error={faults[name] ?? null}
          inputMode="decimal"
          autoComplete="off"
          value={typed[name] ?? ''}
          onChange={(event) => onTyped({ ...typed, [name]: event.target.value })}
        />
      ))}
    </div>
  );
}

type VoterChoiceProps = {
  voters: Voters;
  chosen: readonly string[];
  onChosen: (names: readonly string[]) => void;
  depth: AnalysisDepth;
  onDepth: (depth: AnalysisDepth) => void;
};

/** Who is asked again, and how deep they look. */
function VoterChoice({ voters, chosen, onChosen, depth, onDepth }: VoterChoiceProps) {
  const allowed = ANALYSIS_DEPTHS.slice(0, ANALYSIS_DEPTHS.indexOf(voters.depth) + 1);
  const toggle = (name: string, checked: boolean) =>
    onChosen(checked ? [...chosen, name] : chosen.filter((other) => other !== name));
  return (
    <fieldset>
      <legend className="text-small font-medium">{t`Voters`}</legend>
      <p className="mt-0.5 mb-3 text-tiny text-muted">{t`With none chosen the stored votes stand.`}</p>
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
                    {formatList(
                      [
                        modelWords(voter),
                        ...(voter.state === 'resting' ? [t`resting just now`] : []),
                        ...(inPlan ? [] : [t`on a higher plan`]),
                      ],
                      'unit',
                    )}
                  </span>
                </span>
              }
            />
          );
        })}
      </div>
      {chosen.length > 0 && allowed.length > 1 && (
        <SelectField
          label={t`Depth`}
          value={depth}
          options={allowed.map((value) => ({ value, label: depthName(value) }))}
          onChange={onDepth}
          className="mt-3 w-40"
        />
      )}
    </fieldset>
  );
}

/** The risk settings that can be tried, with the bounds of the desk. */
const RISK_FIELDS = PROFILE_SETTINGS.map((setting) => ({
  name: setting.field,
  isUsual: setting.guide !== undefined,
  label: setting.unit === '%' ? `${setting.label}, %` : setting.label,
  bounds: boundsOf(setting),
}));

type TypedRisk = TypedSettings;

/** The settings that were typed; what is left empty stays as it was. */
export function riskFrom(
  typed: TypedRisk,
): { risk: ReplayRisk; faults: null } | { risk: null; faults: TypedRisk } {
  const { values: risk, faults } = typedSettings(PROFILE_SETTINGS, typed);
  return faults === null ? { risk, faults } : { risk: null, faults };
}
