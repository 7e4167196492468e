import { t } from '@lingui/core/macro';
import { PRESETS, presetOf } from '@quorate/trading/governor/presets';
import { presetCautions, ruleSetWords } from '@quorate/trading/governor/rule-set-words';
import { Checkbox } from '@quorate/ui/checkbox';
import { Notice } from '@quorate/ui/notice';
import { SelectField } from '@quorate/ui/select-field';
import { storedSentence } from '@quorate/ui/stored-sentence';
import { TextField } from '@quorate/ui/text-field';
import { useNow } from '@quorate/ui/use-now';
import type { Configuration } from '../../contract/configurations.ts';
import type { Faults } from '../risk/check-risk.ts';
import { NumberField } from '../risk/risk-settings.tsx';

type Rules = Pick<
  Configuration,
  'rule_set' | 'initial_balance' | 'automated_account' | 'close_hand_positions'
>;

/** The rules of the account as they stand in a form. */
export type RulesDraft = Readonly<{
  /** Id of a preset; empty for the limits of the risk settings. */
  rule_set: string;
  /** Empty: the balance when the account is first governed. */
  initial_balance: string;
  /** The account's number, where the rules do not allow automated trading. */
  automated_account: string;
  close_hand_positions: boolean;
}>;

export function rulesDraftOf(rules: Rules): RulesDraft {
  return {
    rule_set: rules.rule_set ?? '',
    initial_balance: rules.initial_balance === null ? '' : String(rules.initial_balance),
    automated_account: rules.automated_account ?? '',
    close_hand_positions: rules.close_hand_positions,
  };
}

type CheckedRules = { kind: 'right'; rules: Rules } | { kind: 'wrong'; faults: Faults };

/** @param accountNumber as it stands in the same form */
export function checkRules(draft: RulesDraft, accountNumber: string): CheckedRules {
  const balance = draft.initial_balance.trim() === '' ? null : amountOf(draft.initial_balance);
  const account = accountNumber.trim();
  const typed = draft.automated_account.trim();
  const faults: Record<string, string> = {};
  if (balance === undefined)
    faults.initial_balance = t`Enter an amount above 0 without separators, such as 100000, or leave it empty.`;
  if (typed !== account && (typed !== '' || isForbidden(draft.rule_set)))
    faults.automated_account =
      account === ''
        ? t`Type the number of this account.`
        : t`Type the number of this account, ${account}.`;
  if (balance === undefined || Object.keys(faults).length > 0) return { kind: 'wrong', faults };
  return {
    kind: 'right',
    rules: {
      rule_set: draft.rule_set === '' ? null : draft.rule_set,
      initial_balance: balance,
      automated_account: typed === '' ? null : typed,
      close_hand_positions: draft.close_hand_positions,
    },
  };
}

/** A comma before three digits may mean thousands: whoever is taken at a thousandth has no floor to speak of. */
function amountOf(text: string): number | undefined {
  const plain = text.trim().replace(/,(?=\d{1,2}$)/, '.');
  const amount = /^\d{1,12}(\.\d{1,2})?$/.test(plain) ? Number(plain) : 0;
  return amount > 0 ? amount : undefined;
}

function isForbidden(id: string): boolean {
  return presetOf(id)?.automatedTrading === 'not_allowed';
}

const CHOICES = [
  { value: '', label: t`Choose your firm’s programme` },
  ...PRESETS.map(({ id, name }) => ({ value: id, label: name })),
];

type RulesFieldsProps = {
  draft: RulesDraft;
  onChange: (changes: Partial<RulesDraft>) => void;
  faults: Faults;
};

/** Which firm's rules the bot keeps the account to, with each rule as a sentence. */
export function FirmFields({ draft, onChange, faults }: RulesFieldsProps) {
  const preset = presetOf(draft.rule_set);
  const today = new Date(useNow()).toISOString().slice(0, 10);
  const forbids = isForbidden(draft.rule_set);
  return (
    <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
      <SelectField
        inForm
        label={t`Rules of the account`}
        value={draft.rule_set}
        options={CHOICES}
        onChange={(rule_set) => onChange({ rule_set })}
        error={faults.rule_set ?? null}
      />
      <InitialBalance draft={draft} onChange={onChange} faults={faults} />
      {preset && (
        <div className="space-y-3 sm:col-span-2">
          <ul aria-label={t`What these rules say`} className="list-disc space-y-1 ps-5 text-small">
            {ruleSetWords(preset).map((sentence) => (
              <li key={sentence}>{storedSentence(sentence)}</li>
            ))}
          </ul>
          <Notice tone={forbids ? 'error' : 'warning'}>
            {presetCautions(preset, today).map((sentence) => (
              <p key={sentence}>{storedSentence(sentence)}</p>
            ))}
          </Notice>
        </div>
      )}
      {forbids && <AutomatedAccount draft={draft} onChange={onChange} faults={faults} />}
    </div>
  );
}

type MoreRulesProps = RulesFieldsProps & {
  /** Whether the firm's fields are shown elsewhere in the form. */
  hasFirm: boolean;
};

/** What else belongs to the account's rules, whosever they are. */
export function MoreRulesFields({ hasFirm, ...props }: MoreRulesProps) {
  const { draft, onChange } = props;
  return (
    <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
      {!hasFirm && <InitialBalance {...props} />}
      {!(hasFirm && isForbidden(draft.rule_set)) && (
        <details open={draft.automated_account !== '' || undefined} className="sm:col-span-2">
          <summary className="cursor-pointer py-1 text-small text-muted hover:text-ink">{t`Your firm does not allow automated trading?`}</summary>
          <div className="mt-2 sm:max-w-[50%]">
            <AutomatedAccount {...props} />
          </div>
        </details>
      )}
      <div className="sm:col-span-2">
        <Checkbox
          label={t`Near a floor, close positions that I opened by hand, too`}
          checked={draft.close_hand_positions}
          onChange={(event) => onChange({ close_hand_positions: event.target.checked })}
        />
        <p className="mt-1 text-tiny text-muted">{t`They always count as open risk. Without it, only the bot's own positions are closed.`}</p>
      </div>
    </div>
  );
}

function InitialBalance({ draft, onChange, faults }: RulesFieldsProps) {
  return (
    <NumberField
      name="initial_balance"
      label={t`Initial balance`}
      value={draft.initial_balance}
      onChange={(text) => onChange({ initial_balance: text })}
      error={faults.initial_balance ?? null}
      placeholder={t`balance at the start`}
      hint={t`What the percentages count from, in the account's currency. Empty: the balance when the bot first trades the account.`}
    />
  );
}

/** The account's number as a word that cannot be given by accident. */
function AutomatedAccount({ draft, onChange, faults }: RulesFieldsProps) {
  return (
    <TextField
      label={t`Account number, typed once more`}
      value={draft.automated_account}
      onChange={(event) => onChange({ automated_account: event.target.value })}
      error={faults.automated_account ?? null}
      hint={t`Where the rules do not allow automated trading, the bot trades only with this. The firm may close the account all the same.`}
      inputMode="numeric"
      autoComplete="off"
      maxLength={20}
    />
  );
}
