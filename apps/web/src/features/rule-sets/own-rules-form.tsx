import { t } from '@lingui/core/macro';
import type { RuleSetJson } from '@quorate/contract/rule-sets';
import { ruleSetFromJson } from '@quorate/trading/governor/rule-set-json';
import { lineWords } from '@quorate/trading/governor/rule-set-words';
import { Checkbox } from '@quorate/ui/checkbox';
import { SelectField } from '@quorate/ui/select-field';
import { storedSentence } from '@quorate/ui/stored-sentence';
import { TextField } from '@quorate/ui/text-field';
import type { Currency } from '@quorate/values/money';
import { type ReactNode, useState } from 'react';
import {
  type FieldFaults,
  hiddenLines,
  type RuleFields,
  ruleFieldsOf,
  shownLines,
  type TextName,
} from './own-rules.ts';

type OwnRulesFormProps = {
  /** What the form began with: its units, and what it does not show. */
  rules: RuleSetJson;
  currency: Currency;
  fields: RuleFields;
  faults: FieldFaults;
  onChange: (fields: RuleFields) => void;
};

const BASES = [
  { value: 'day_start_equity', label: t`Equity at the day's start` },
  { value: 'day_start_balance', label: t`Balance at the day's start` },
  { value: 'higher_of_both', label: t`The higher of both` },
  { value: 'start_balance', label: t`The initial balance` },
] as const;

const TRAILS = [
  { value: 'no', label: t`It stays where it is` },
  { value: 'on_equity', label: t`It rises with the highest equity` },
  { value: 'on_balance', label: t`It rises with the highest balance` },
  { value: 'on_day_end_balance', label: t`It rises with the highest day-end balance` },
] as const;

const IMPORTANCE = [
  { value: 'high', label: t`High impact` },
  { value: 'medium', label: t`Medium and high impact` },
  { value: 'low', label: t`All listed events` },
] as const;

const BARS = [
  { value: 'entries', label: t`Nothing is opened` },
  { value: 'all', label: t`Nothing is opened or closed` },
] as const;

/** Fields that stand under "More rules". */
const MORE: readonly (keyof RuleFields)[] = [
  'newsImportance',
  'newsBars',
  'trailsUntil',
  'flatBy',
  'weeklyProfit',
  'tradingDayLeast',
];

const WORDS: readonly (keyof RuleFields)[] = ['name', 'zone', 'time', 'flatBy'];

/** Rules of one's own; what is left empty is no rule. */
export function OwnRulesForm({ rules, currency, fields, faults, onChange }: OwnRulesFormProps) {
  const put = (change: Partial<RuleFields>) => onChange({ ...fields, ...change });
  const text = (name: TextName, label: string, hint?: string) => (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      value={fields[name]}
      maxLength={80}
      inputMode={WORDS.includes(name) ? 'text' : 'decimal'}
      error={faults.get(name) ?? null}
      onChange={(event) => put({ [name]: event.target.value })}
    />
  );
  const { day, week, total } = shownLines(rules);
  return (
    <div className="space-y-5">
      {text('name', t`Name`)}
      <fieldset className="space-y-4">
        <legend className="mb-2 text-small font-medium">{t`Limits`}</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          {text('dayAmount', t`Daily loss, ${unitOf(day, currency)}`, hintOf(day))}
          <SelectField
            label={t`The day counts from`}
            inForm
            value={fields.dayBasis}
            options={BASES}
            onChange={(dayBasis) => put({ dayBasis })}
          />
          {text('totalAmount', t`Total loss, ${unitOf(total, currency)}`, hintOf(total))}
          <SelectField
            label={t`The total limit`}
            inForm
            value={fields.totalTrails}
            options={TRAILS}
            onChange={(totalTrails) => put({ totalTrails })}
          />
          {text(
            'weekAmount',
            t`Weekly loss, ${unitOf(week, currency)}`,
            t`Empty: no weekly limit.`,
          )}
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          {text('time', t`The day turns at`, t`Hours and minutes, such as 17:00.`)}
          {text('zone', t`In the zone`, t`Such as Europe/Prague or America/New_York.`)}
        </div>
        <KeptLines rules={rules} />
      </fieldset>
      <fieldset>
        <legend className="mb-2 text-small font-medium">{t`Targets and other rules`}</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          {text('target', t`Profit target, %`)}
          {text('tradingDays', t`Fewest trading days`)}
          {text('bestDay', t`Best day, % of the profit`)}
          {text('openRisk', t`Most open risk, %`)}
          {text('positions', t`Most positions`)}
          {text('lots', t`Most lots`)}
          {text('newsBefore', t`Minutes before news`, t`Empty: no rule about news.`)}
          {text('newsAfter', t`Minutes after news`)}
        </div>
      </fieldset>
      <Checkbox
        label={t`A firm made these rules: a pay-out lowers no limit, and only the firm begins again`}
        checked={fields.firm}
        onChange={(event) => put({ firm: event.target.checked })}
      />
      <Checkbox
        label={t`Positions may stay open over the weekend`}
        checked={fields.weekend}
        onChange={(event) => put({ weekend: event.target.checked })}
      />
      <MoreRules rules={rules} currency={currency} faults={faults}>
        <SelectField
          label={t`News that counts`}
          inForm
          value={fields.newsImportance}
          options={IMPORTANCE}
          onChange={(newsImportance) => put({ newsImportance })}
        />
        <SelectField
          label={t`Around news`}
          inForm
          value={fields.newsBars}
          options={BARS}
          onChange={(newsBars) => put({ newsBars })}
        />
        {text(
          'trailsUntil',
          t`A rising total limit stops at, %`,
          t`Above the initial balance; 0 stops at it. Empty: no end.`,
        )}
        {text('flatBy', t`All closed by`, flatHint(rules, fields))}
        {text('weeklyProfit', t`Weekly profit that stops entries, %`)}
        {text(
          'tradingDayLeast',
          t`Least profit of a trading day, %`,
          t`Empty: every day with a trade counts.`,
        )}
      </MoreRules>
    </div>
  );
}

type Line = RuleSetJson['lines'][number];

function unitOf(line: Line | undefined, currency: Currency): string {
  return line && 'money_minor' in line.amount ? currency : '%';
}

function hintOf(line: Line | undefined): string {
  if (line && 'money_minor' in line.amount) return t`A fixed amount of money.`;
  if (!line || 'percent_of_initial' in line.amount) return t`Of the initial balance.`;
  return line.kind === 'total' ? t`Of what the limit rises with.` : t`Of what the day counts from.`;
}

function flatHint({ flat_by: flatBy }: RuleSetJson, { zone }: RuleFields): string {
  return t`Each day, such as 21:30 in ${flatBy?.zone ?? zone}.`;
}

/** Further limits of a kind: the form changes the first of each kind and keeps these. */
function KeptLines({ rules }: { rules: RuleSetJson }) {
  const hidden = hiddenLines(rules);
  if (hidden.length === 0) return null;
  const lines = ruleSetFromJson({ ...rules, lines: hidden }).ruleSet?.lines ?? [];
  return (
    <div className="text-small text-muted">
      <p>{t`These limits stay as they are:`}</p>
      <ul className="mt-1 list-disc space-y-1 ps-5">
        {lines
          .map((line) => storedSentence(lineWords(line)))
          .map((words) => (
            <li key={words}>{words}</li>
          ))}
      </ul>
    </div>
  );
}

type MoreRulesProps = Pick<OwnRulesFormProps, 'rules' | 'currency' | 'faults'> & {
  children: ReactNode;
};

/** Open where the rules have one of these, and where one is at fault. */
function MoreRules({ rules, currency, faults, children }: MoreRulesProps) {
  const [isOpen, setIsOpen] = useState(() => {
    const shown = ruleFieldsOf(rules, currency);
    return MORE.some((name) => !['', 'high', 'entries'].includes(String(shown[name])));
  });
  return (
    <details
      open={isOpen || MORE.some((name) => faults.has(name))}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer py-1 text-small font-medium hover:text-brand">{t`More rules`}</summary>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">{children}</div>
    </details>
  );
}
