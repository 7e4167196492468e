import { t } from '@lingui/core/macro';
import { type ExitTrial, tryExits } from '@quorate/contract/exit-trials';
import { Button } from '@quorate/ui/button';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { type TypedSettings, typedSettings } from '../../../lib/typed-settings.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { ExitFields, TYPED_EXITS } from '../../../ui/exit-fields.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { ExitTrialResult } from './exit-trial-result.tsx';

/** Other exits over the whole history. */
export function ExitTrialSection() {
  return (
    <section
      aria-labelledby="exit-trial"
      className="drawn-when-near space-y-4 border-t border-line pt-6"
    >
      <div>
        <h2
          id="exit-trial"
          className="font-serif text-heading"
        >{t`What if your exits had been different?`}</h2>
        <p className="mt-1 max-w-prose text-small text-muted">{t`Try break-even, trailing stops, a partial close or a time stop on your last 300 closed trades, whatever the filter above. Each is walked again on its bars. It is a look back: replay other candles before you trust it.`}</p>
      </div>
      <ExitTrialForm decisionId={null} />
    </section>
  );
}

/** Exits to try on one trade, or on all. @param decisionId of the trade; null for all */
export function ExitTrialForm({ decisionId }: { decisionId: string | null }) {
  const [typed, setTyped] = useState<TypedSettings>({});
  const [faults, setFaults] = useState<TypedSettings>({});
  const [note, setNote] = useState<string | null>(null);
  const [result, setResult] = useState<ExitTrial | null>(null);
  const { busy, error, submit } = useSubmission(async (exits: Record<string, number | null>) => {
    setResult(null);
    const one = decisionId === null ? {} : { decision_id: decisionId };
    setResult(await callApi(tryExits, { body: { exits, ...one } }));
  });

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const { values, faults: found } = typedSettings(TYPED_EXITS, typed);
    setFaults(found ?? {});
    const chosen = TYPED_EXITS.some(
      ({ field, optional }) => optional && (values[field] ?? null) !== null,
    );
    setNote(found === null && !chosen ? t`Enter a figure for at least one exit.` : null);
    if (found === null && chosen) submit(values);
  };

  return (
    <div className="space-y-4">
      <form noValidate onSubmit={onSubmit} className="space-y-4">
        <ExitFields
          typed={typed}
          faults={faults}
          onChange={setTyped}
          className="grid gap-x-5 gap-y-3 xs:grid-cols-2 lg:grid-cols-4"
        />
        <Button type="submit" size="small" busy={busy}>{t`Try these exits`}</Button>
      </form>
      <p role="status" className="text-small empty:hidden">
        {busy ? t`The trades are walked again.` : note}
      </p>
      <FailureNotice title={t`The exits could not be tried`} error={error} />
      {result && <ExitTrialResult result={result} isOne={decisionId !== null} />}
    </div>
  );
}
