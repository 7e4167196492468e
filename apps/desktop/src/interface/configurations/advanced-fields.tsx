import { Disclosure } from '@quorate/ui/disclosure';
import { SelectField } from '@quorate/ui/select-field';
import { useAppState } from '../lib/app-state-context.tsx';
import type { Faults } from '../risk/check-risk.ts';
import type { Equity } from '../risk/money-words.ts';
import { NumberField } from '../risk/number-field.tsx';
import { MORE_RISK_FIELDS } from '../risk/risk-fields.ts';
import { RiskNumberField } from '../risk/risk-settings.tsx';
import type { ConfigurationDraft } from './configuration-draft.ts';

type AdvancedFieldsProps = {
  draft: ConfigurationDraft;
  onChange: (changes: Partial<ConfigurationDraft>) => void;
  faults: Faults;
  equity: Equity | null;
};

const TIMEFRAMES = [
  { value: 'M1', label: '1 minute (M1)' },
  { value: 'M5', label: '5 minutes (M5)' },
  { value: 'M15', label: '15 minutes (M15)' },
  { value: 'M30', label: '30 minutes (M30)' },
  { value: 'H1', label: '1 hour (H1), recommended' },
  { value: 'H4', label: '4 hours (H4)' },
  { value: 'D1', label: '1 day (D1)' },
] as const;

const TCP = { value: 'tcp', label: 'TCP, with one entry in the terminal by hand' } as const;
const PIPE = { value: 'pipe', label: 'Named pipe (Windows), recommended' } as const;

/** What works as it stands for nearly everyone. */
export function AdvancedFields({ draft, onChange, faults, equity }: AdvancedFieldsProps) {
  const { app } = useAppState();
  const offersPipe = app.platform === 'win32' || draft.transport === 'pipe';
  return (
    <Disclosure title="Advanced">
      <div className="grid items-start gap-x-6 gap-y-5 text-ink sm:grid-cols-2">
        <SelectField
          label="Timeframe: length of the candles that are decided on"
          value={draft.timeframe}
          options={TIMEFRAMES}
          onChange={(timeframe) => onChange({ timeframe })}
        />
        <SelectField
          label="Transport: how the terminal reaches the bot"
          value={draft.transport}
          options={offersPipe ? [TCP, PIPE] : [TCP]}
          onChange={(transport) => onChange({ transport })}
        />
        <NumberField
          name="port"
          label="Port"
          value={draft.port}
          onChange={(port) => onChange({ port })}
          error={faults.port ?? null}
          hint="Where the bot listens for the terminal. Each configuration needs one of its own."
        />
        {MORE_RISK_FIELDS.map((field) => (
          <RiskNumberField
            key={field.name}
            field={field}
            value={draft.risk[field.name]}
            onChange={(text) => onChange({ risk: { ...draft.risk, [field.name]: text } })}
            error={faults[`risk.${field.name}`] ?? null}
            equity={equity}
          />
        ))}
      </div>
    </Disclosure>
  );
}
