import { Checkbox } from '@quorate/ui/checkbox';
import { SelectField } from '@quorate/ui/select-field';
import { TextField } from '@quorate/ui/text-field';
import type { RuleFields } from './own-rules.ts';

type OwnRulesFormProps = {
  fields: RuleFields;
  /** By field, as a sentence. */
  faults: ReadonlyMap<string, string>;
  onChange: (fields: RuleFields) => void;
};

const BASES = [
  { value: 'day_start_equity', label: "Equity at the day's start" },
  { value: 'day_start_balance', label: "Balance at the day's start" },
  { value: 'higher_of_both', label: 'The higher of both' },
  { value: 'start_balance', label: 'The initial balance' },
] as const;

const TRAILS = [
  { value: 'no', label: 'It stays where it is' },
  { value: 'on_equity', label: 'It rises with the highest equity' },
  { value: 'on_balance', label: 'It rises with the highest balance' },
  { value: 'on_day_end_balance', label: 'It rises with the highest day-end balance' },
] as const;

type TextName = {
  [Name in keyof RuleFields]: RuleFields[Name] extends string ? Name : never;
}[keyof RuleFields];

/** Rules of one's own; what is left empty is no rule. */
export function OwnRulesForm({ fields, faults, onChange }: OwnRulesFormProps) {
  const put = (change: Partial<RuleFields>) => onChange({ ...fields, ...change });
  const text = (name: TextName, label: string, hint?: string) => (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      value={fields[name]}
      maxLength={80}
      inputMode={name === 'name' || name === 'zone' || name === 'time' ? 'text' : 'decimal'}
      error={faults.get(name) ?? null}
      onChange={(event) => put({ [name]: event.target.value })}
    />
  );
  return (
    <div className="space-y-5">
      {text('name', 'Name')}
      <fieldset className="space-y-4">
        <legend className="mb-2 text-small font-medium">Limits</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          {text('dayPercent', 'Daily loss, %', 'Of the initial balance.')}
          <SelectField
            label="The day counts from"
            inForm
            value={fields.dayBasis}
            options={BASES}
            onChange={(dayBasis) => put({ dayBasis })}
          />
          {text('weekPercent', 'Weekly loss, %', 'Empty: no weekly limit.')}
          {text('totalPercent', 'Total loss, %', 'Of the initial balance.')}
          <SelectField
            label="The total limit"
            inForm
            value={fields.totalTrails}
            options={TRAILS}
            onChange={(totalTrails) => put({ totalTrails })}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          {text('time', 'The day turns at', 'Hours and minutes, such as 17:00.')}
          {text('zone', 'In the zone', 'Such as Europe/Prague or America/New_York.')}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-2 text-small font-medium">Targets and other rules</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          {text('target', 'Profit target, %')}
          {text('tradingDays', 'Fewest trading days')}
          {text('bestDay', 'Best day, % of the profit')}
          {text('openRisk', 'Most open risk, %')}
          {text('positions', 'Most positions')}
          {text('newsMinutes', 'Minutes without entries around news')}
        </div>
      </fieldset>
      <Checkbox
        label="Positions may stay open over the weekend"
        checked={fields.weekend}
        onChange={(event) => put({ weekend: event.target.checked })}
      />
    </div>
  );
}
