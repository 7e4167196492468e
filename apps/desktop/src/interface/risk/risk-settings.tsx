import type { ProfileSetting } from '@quorate/trading/risk/rules';
import { Notice } from '@quorate/ui/notice';
import type { Faults, RiskDraft } from './check-risk.ts';
import { CurrencyPairs } from './currency-pairs.tsx';
import { type Equity, moneyWords } from './money-words.ts';
import { NumberField } from './number-field.tsx';
import { RISK_FIELDS } from './risk-fields.ts';
import { typedNumber } from './typed-number.ts';

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
        {RISK_FIELDS.map((setting) => (
          <RiskNumberField
            key={setting.field}
            setting={setting}
            value={draft[setting.field]}
            onChange={(text) => onChange({ [setting.field]: text })}
            error={faults[`risk.${setting.field}`] ?? null}
            equity={equity}
            planTrades={setting.field === 'maximum_daily_trades' ? planTrades : null}
          />
        ))}
      </div>
      {warning !== null && <Notice tone="warning">{warning}</Notice>}
    </div>
  );
}

type RiskNumberFieldProps = {
  setting: ProfileSetting;
  value: string;
  onChange: (text: string) => void;
  error: string | null;
  equity: Equity | null;
  planTrades?: number | null;
};

export function RiskNumberField(props: RiskNumberFieldProps) {
  const { setting, value, onChange, error, equity, planTrades = null } = props;
  const money = setting.ofEquity ? moneyWords(value, equity) : null;
  return (
    <NumberField
      name={setting.field}
      label={setting.label}
      unit={setting.unit}
      value={value}
      onChange={onChange}
      error={error}
      {...(setting.optional && { placeholder: 'no limit' })}
      aside={
        <span className="text-tiny text-muted max-lg:basis-full">
          recommended {setting.recommended}
        </span>
      }
      hint={
        <>
          {setting.help} {boundsOf(setting)}
          {planTrades !== null && ` Your plan allows ${planTrades} a day.`}
          {money !== null && <span className="block">{money}</span>}
        </>
      }
    />
  );
}

function boundsOf({ least, most, unit, optional }: ProfileSetting): string {
  const sign = unit === '%' ? '%' : '';
  const range = `From ${least}${sign} to ${most.toLocaleString('en-US')}${sign}`;
  return optional ? `${range}, or empty for no limit.` : `${range}.`;
}

/** What two settings that are right by themselves mean together; null where nothing is odd. */
export function riskWarning(draft: RiskDraft): string | null {
  const day = typedNumber(draft.daily_loss_limit_percent);
  const week = typedNumber(draft.weekly_loss_limit_percent);
  const risk = typedNumber(draft.risk_per_trade_percent);
  if (day !== null && week !== null && week < day) {
    return `The weekly loss limit (${week}%) is below the daily one (${day}%): the week's ends trading first.`;
  }
  if (day !== null && risk !== null && day < risk) {
    return `One losing trade (${risk}%) is more than the daily loss limit (${day}%): such a trade is refused.`;
  }
  return null;
}
