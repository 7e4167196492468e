import { Notice } from '@quorate/ui/notice';
import type { Faults, RiskDraft } from './check-risk.ts';
import { CurrencyPairs } from './currency-pairs.tsx';
import { type Equity, moneyWords } from './money-words.ts';
import { NumberField } from './number-field.tsx';
import { RISK_FIELDS, type RiskField } from './risk-fields.ts';
import { riskWarning } from './risk-warning.ts';

type RiskSettingsProps = {
  draft: RiskDraft;
  onChange: (changes: Partial<RiskDraft>) => void;
  faults: Faults;
  equity: Equity | null;
  /** Most pairs of the plan; null where there is no limit or nobody knows. */
  planSymbols: number | null;
  /** Most trades a day of the plan; null likewise. */
  planTrades: number | null;
};

/** The risk settings under the names of the guide, each with its bounds, what it does, and what it is in money. */
export function RiskSettings(props: RiskSettingsProps) {
  const { draft, onChange, faults, equity, planSymbols, planTrades } = props;
  const warning = riskWarning(draft);
  return (
    <div className="space-y-5">
      <CurrencyPairs
        pairs={draft.currency_pairs}
        onChange={(pairs) => onChange({ currency_pairs: pairs })}
        error={faults['risk.currency_pairs'] ?? null}
        most={planSymbols}
      />
      <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
        {RISK_FIELDS.map((field) => (
          <RiskNumberField
            key={field.name}
            field={field}
            value={draft[field.name]}
            onChange={(text) => onChange({ [field.name]: text })}
            error={faults[`risk.${field.name}`] ?? null}
            equity={equity}
            planTrades={field.name === 'maximum_daily_trades' ? planTrades : null}
          />
        ))}
      </div>
      {warning !== null && <Notice tone="warning">{warning}</Notice>}
    </div>
  );
}

type RiskNumberFieldProps = {
  field: RiskField;
  value: string;
  onChange: (text: string) => void;
  error: string | null;
  equity: Equity | null;
  planTrades?: number | null;
};

export function RiskNumberField(props: RiskNumberFieldProps) {
  const { field, value, onChange, error, equity, planTrades = null } = props;
  const money = field.ofEquity ? moneyWords(value, equity) : null;
  return (
    <NumberField
      name={field.name}
      label={field.label}
      unit={field.unit}
      value={value}
      onChange={onChange}
      error={error}
      {...(field.optional && { placeholder: 'no limit' })}
      aside={
        <span className="text-tiny text-muted max-lg:basis-full">
          recommended {field.recommended}
        </span>
      }
      hint={
        <>
          {field.meaning} {boundsOf(field)}
          {planTrades !== null && ` Your plan allows ${planTrades} a day.`}
          {money !== null && <span className="block">{money}</span>}
        </>
      }
    />
  );
}

function boundsOf({ least, most, unit }: RiskField): string {
  return unit === '%'
    ? `From ${least}% to ${most.toLocaleString('en-US')}%.`
    : `From ${least} to ${most.toLocaleString('en-US')}.`;
}
