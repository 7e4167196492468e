import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { VerdictProfile } from '@quorate/bot/profiles/verdict-settings';
import { LIMIT_BOUNDS } from '@quorate/trading/ensemble/verdict-rules';
import { Checkbox } from '@quorate/ui/checkbox';
import { SelectField } from '@quorate/ui/select-field';
import type { Configuration } from '../../contract/configurations.ts';
import { type Faults, typedNumber } from '../risk/check-risk.ts';
import { NumberField } from '../risk/risk-settings.tsx';

/** When votes make a trade, as it stands in a form. */
export type VerdictDraft = Readonly<{
  /** Empty: the account decides. */
  mode: 'proven' | 'learning' | '';
  min_expected_r: string;
  one_proven: boolean;
  confidence_percent: string;
}>;

/** Real money does not begin to learn in this form: the command line asks for the account's number once more. */
export function verdictDraftOf({
  verdict,
  account_type: type,
}: Pick<Configuration, 'verdict' | 'account_type'>): VerdictDraft {
  const mode = type === 'real' && verdict.mode === 'learning' ? null : verdict.mode;
  return {
    mode: mode ?? '',
    min_expected_r: String(verdict.min_expected_r),
    one_proven: verdict.one_proven,
    confidence_percent: String(verdict.confidence_percent),
  };
}

type CheckedVerdict =
  | { kind: 'right'; verdict: VerdictProfile }
  | { kind: 'wrong'; faults: Faults };

export function checkVerdict(draft: VerdictDraft): CheckedVerdict {
  const { minExpectedR: r, confidencePercent: sure } = LIMIT_BOUNDS;
  const least = typedNumber(draft.min_expected_r);
  const confidence = typedNumber(draft.confidence_percent);
  const faults: Record<string, string> = {};
  if (least === null || least > r.most)
    faults['verdict.min_expected_r'] = t`Enter a number from ${r.least} to ${r.most}.`;
  if (
    confidence === null ||
    !Number.isInteger(confidence) ||
    confidence < sure.least ||
    confidence > sure.most
  )
    faults['verdict.confidence_percent'] =
      t`Enter a whole number from ${sure.least} to ${sure.most}.`;
  if (least === null || confidence === null || Object.keys(faults).length > 0)
    return { kind: 'wrong', faults };
  return {
    kind: 'right',
    verdict: {
      mode: draft.mode === '' ? null : draft.mode,
      min_expected_r: least,
      one_proven: draft.one_proven,
      confidence_percent: confidence,
    },
  };
}

const PROVEN = { value: 'proven', label: t`Only what the record of the analysts proves` } as const;
const LEARNING = { value: 'learning', label: t`What the analysts state (learning)` } as const;
const MODES = {
  demo: [{ value: '', label: t`Usual for demo accounts: learning` } as const, LEARNING, PROVEN],
  real: [{ value: '', label: t`Usual for real money: proven` } as const, PROVEN],
} as const;

type VerdictFieldsProps = {
  draft: VerdictDraft;
  onChange: (changes: Partial<VerdictDraft>) => void;
  faults: Faults;
  accountType: Configuration['account_type'];
};

/** What the votes must come to before the bot trades. */
export function VerdictFields({ draft, onChange, faults, accountType }: VerdictFieldsProps) {
  const { minExpectedR: r, confidencePercent: sure } = LIMIT_BOUNDS;
  return (
    <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
      <SelectField<VerdictDraft['mode']>
        inForm
        label={t`What trades rest on`}
        value={draft.mode}
        options={MODES[accountType]}
        onChange={(mode) => onChange({ mode })}
      />
      <NumberField
        name="min_expected_r"
        label={t`Least expected result`}
        unit="R"
        value={draft.min_expected_r}
        onChange={(text) => onChange({ min_expected_r: text })}
        error={faults['verdict.min_expected_r'] ?? null}
        aside={<span className="text-tiny text-muted">{t`recommended 0`}</span>}
        hint={t`After costs, in units of what a trade risks. From ${r.least} to ${r.most}.`}
      />
      <NumberField
        name="confidence_percent"
        label={t`Confidence`}
        unit="%"
        value={draft.confidence_percent}
        onChange={(text) => onChange({ confidence_percent: text })}
        error={faults['verdict.confidence_percent'] ?? null}
        aside={<span className="text-tiny text-muted">{t`recommended 80`}</span>}
        hint={t`How sure the record must be that a trade loses nothing on average. From ${sure.least}% to ${sure.most}%. More means fewer trades.`}
      />
      <div className="sm:pt-7">
        <Checkbox
          label={t`One analyst of proven skill may carry a trade`}
          checked={draft.one_proven}
          onChange={(event) => onChange({ one_proven: event.target.checked })}
        />
        <p className="mt-1 text-tiny text-muted">{t`Without it, every trade needs several independent analysts.`}</p>
      </div>
      {accountType === 'real' && (
        <p className="text-tiny text-muted sm:col-span-2">
          <Trans>
            To trade real money while the record is still short, start the bot with{' '}
            <code className="figures">bot live --verdict learning</code> and type the account number
            once more. It then risks a quarter.
          </Trans>
        </p>
      )}
    </div>
  );
}
