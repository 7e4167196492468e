import { t } from '@lingui/core/macro';
import type { AccountRuleSet, RuleSetChoice, RuleSetPreset } from '@quorate/contract/rule-sets';
import { Button } from '@quorate/ui/button';
import { Dialog, DialogActions } from '@quorate/ui/dialog';
import { Notice } from '@quorate/ui/notice';
import { currencyOf } from '@quorate/values/money';
import { type FormEvent, useId, useState } from 'react';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import {
  areWritten,
  type FieldFaults,
  ownRulesOf,
  type RuleFields,
  ruleFieldsOf,
  rulesFromFields,
} from './own-rules.ts';
import { OwnRulesForm } from './own-rules-form.tsx';
import { PresetChooser } from './preset-chooser.tsx';
import { ConfirmNumber } from './rebase-dialog.tsx';
import { useChooseRuleSet } from './rule-sets.api.ts';

type RuleSetDialogProps = { userId: string; account: AccountRuleSet; onClose: () => void };

const KINDS = [
  { kind: 'preset', label: t`A firm's programme` },
  { kind: 'own', label: t`My own rules` },
  { kind: 'none', label: t`The bot's settings` },
] as const;

type Kind = (typeof KINDS)[number]['kind'];

/** Chooses the rules of an account: a firm's, one's own, or none but those in the bot's settings. */
export function RuleSetDialog({ userId, account, onClose }: RuleSetDialogProps) {
  const [changeId, setChangeId] = useState(() => crypto.randomUUID());
  const [kind, setKind] = useState<Kind>(() => kindOf(account));
  const [preset, setPreset] = useState<RuleSetPreset | null>(null);
  const currency = currencyOf(account.account.currency);
  const [own] = useState(() => ownRulesOf(account));
  const [fields, setFields] = useState<RuleFields>(() => ruleFieldsOf(own, currency));
  const [faults, setFaults] = useState<FieldFaults>(new Map());
  const [typed, setTyped] = useState('');
  const choose = useChooseRuleSet(userId);
  const { login } = account.account;

  const change = (act: () => void) => {
    act();
    // Other rules are another change.
    setChangeId(crypto.randomUUID());
    setFaults(new Map());
    choose.reset();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const choice = choiceOf();
    if (!choice) return;
    const input = { accountId: account.account_id, changeId, confirmation: typed, choice };
    choose.mutate(input, { onSuccess: onClose });
  };
  function choiceOf(): RuleSetChoice | null {
    if (kind === 'none') return { kind };
    if (kind === 'preset') return preset && { kind, preset_id: preset.id };
    const { rules, faults: found } = rulesFromFields(own, fields, currency);
    setFaults(found);
    return rules && { kind, rule_set: rules };
  }

  return (
    <Dialog title={t`Rules of account ${login}`} onClose={onClose} wide>
      <form onSubmit={send} noValidate>
        <div className="space-y-5">
          <KindChoice kind={kind} onChange={(next) => change(() => setKind(next))} />
          {kind === 'preset' && (
            <PresetChooser
              account={account}
              chosen={preset}
              onChoose={(next) => change(() => setPreset(next))}
            />
          )}
          {kind === 'own' && (
            <OwnRulesForm
              rules={own}
              currency={currency}
              fields={fields}
              faults={faults}
              onChange={(next) => change(() => setFields(next))}
            />
          )}
          {kind === 'none' && (
            <p className="text-small">{t`The daily, weekly and drawdown limits in the settings of your bot apply. You can change them in the app.`}</p>
          )}
          {account.confirmation && (
            <Notice
              tone="warning"
              title={
                account.confirmation === 'locked'
                  ? t`This account is locked`
                  : t`Positions are open`
              }
            >
              {account.confirmation === 'locked'
                ? t`The lock and its floor stay until they end, whatever you choose.`
                : t`The new rules apply to the open positions, too: your bot may close some of them.`}
            </Notice>
          )}
          {account.confirmation && (
            <ConfirmNumber login={login} typed={typed} onType={(text) => setTyped(text)} />
          )}
          {faults.size > 0 && (
            <Notice tone="error" live title={t`These rules cannot be used yet`}>
              {[...faults.values()].join(' ')}
            </Notice>
          )}
          <FailureNotice title={t`The rules were not changed`} error={choose.error} />
        </div>
        <DialogActions onCancel={onClose}>
          <Button
            type="submit"
            variant="primary"
            busy={choose.isPending}
            disabled={
              (kind === 'preset' && !preset) ||
              (account.confirmation !== null && typed.trim() !== login)
            }
          >{t`Use these rules`}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function kindOf({ rule_set }: AccountRuleSet): Kind {
  if (!rule_set) return 'preset';
  return areWritten(rule_set) ? 'own' : 'preset';
}

function KindChoice({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-2 text-small font-medium">{t`Which rules apply?`}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {KINDS.map((each) => (
          <label
            key={each.kind}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 text-small"
          >
            <input
              type="radio"
              name={name}
              checked={kind === each.kind}
              onChange={() => onChange(each.kind)}
              className="size-[1.125rem] accent-brand"
            />
            {each.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
