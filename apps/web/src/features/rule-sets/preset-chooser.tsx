import { t } from '@lingui/core/macro';
import {
  type AccountRuleSet,
  PRESET_FRESH_DAYS,
  type RuleSetPreset,
} from '@quorate/contract/rule-sets';
import { ruleSetFromJson } from '@quorate/trading/governor/rule-set-json';
import { ruleSetWords } from '@quorate/trading/governor/rule-set-words';
import { Notice } from '@quorate/ui/notice';
import { Skeleton } from '@quorate/ui/skeleton';
import { storedSentence } from '@quorate/ui/stored-sentence';
import { TextField } from '@quorate/ui/text-field';
import { formatDay } from '@quorate/ui/time-format';
import { currencyOf } from '@quorate/values/money';
import { useId, useState } from 'react';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { usePresets } from './rule-sets.api.ts';
import { TriedRules } from './tried-rules.tsx';

type PresetChooserProps = {
  account: AccountRuleSet;
  chosen: RuleSetPreset | null;
  onChoose: (preset: RuleSetPreset) => void;
};

/** Programmes of firms, searched by any of their words, and what the chosen one asks for. */
export function PresetChooser({ account, chosen, onChoose }: PresetChooserProps) {
  const presets = usePresets();
  const [search, setSearch] = useState('');
  const name = useId();
  if (presets.isError)
    return (
      <RetryNotice
        title={t`Failed to load the programmes`}
        error={presets.error}
        onRetry={() => void presets.refetch()}
        busy={presets.isFetching}
      />
    );
  if (presets.isPending)
    return (
      <div role="status" aria-label={t`Loading the programmes`} className="space-y-3">
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
    );
  const found = matching(presets.data, search);
  return (
    <div className="space-y-4">
      <TextField
        label={t`Search`}
        type="search"
        value={search}
        placeholder={t`Firm or programme`}
        maxLength={80}
        onChange={(event) => setSearch(event.target.value)}
      />
      <fieldset>
        <legend className="sr-only">{t`Programmes`}</legend>
        {found.length === 0 ? (
          <p className="text-small text-muted">{t`No programme matches “${search.trim()}”. Write its rules under “My own rules”.`}</p>
        ) : (
          <ul className="max-h-64 overflow-y-auto rounded-control border border-line">
            {found.map((preset) => (
              <li key={preset.id} className="border-b border-line last:border-b-0">
                <label className="flex min-h-11 cursor-pointer items-center gap-2.5 px-3 py-2 text-small hover:bg-sunk">
                  <input
                    type="radio"
                    name={name}
                    checked={chosen?.id === preset.id}
                    onChange={() => onChoose(preset)}
                    className="size-[1.125rem] shrink-0 accent-brand"
                  />
                  <span className="min-w-0 wrap-anywhere">
                    <span className="font-medium">{preset.firm}</span> {preset.programme}
                    {preset.automated_trading === 'not_allowed' && (
                      <span className="text-loss"> · {t`Automated trading not allowed`}</span>
                    )}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
      </fieldset>
      {chosen && <PresetFacts account={account} preset={chosen} />}
    </div>
  );
}

/** @example matching(presets, 'ftmo swing') // those with both words in firm, programme or name */
function matching(presets: readonly RuleSetPreset[], search: string): RuleSetPreset[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return presets.filter(({ firm, programme, name }) => {
    const text = `${firm} ${programme} ${name}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

const DAY_MS = 86_400_000;

function PresetFacts({ account, preset }: { account: AccountRuleSet; preset: RuleSetPreset }) {
  const { firm, programme, source, checked_on: checkedOn, note, ...rules } = preset;
  const { ruleSet } = ruleSetFromJson(rules);
  const state = account.floors?.state;
  const known = state && {
    initialMinor: state.initial_minor,
    currency: currencyOf(state.currency),
  };
  const ageDays = Math.floor((Date.now() - Date.parse(checkedOn)) / DAY_MS);
  return (
    <section aria-label={`${firm} ${programme}`} className="space-y-3 text-small">
      {rules.automated_trading === 'not_allowed' && (
        <Notice
          tone="error"
          title={t`${firm} does not allow automated trading here`}
        >{t`Your bot asks for the account's number before it trades such an account.`}</Notice>
      )}
      {rules.automated_trading === 'ask' && (
        <Notice
          tone="warning"
          title={t`Automated trading is allowed only in some cases`}
        >{t`Ask ${firm} before you let a bot trade.`}</Notice>
      )}
      <ul className="list-disc space-y-1 ps-5">
        {(ruleSet ? ruleSetWords(ruleSet, known ?? null) : []).map((sentence) => (
          <li key={sentence}>{storedSentence(sentence)}</li>
        ))}
      </ul>
      <TriedRules accountId={account.account_id} presetId={rules.id} />
      <p className="text-tiny text-muted">
        {t`Source: ${source}, checked on ${formatDay(checkedOn, 'UTC')}.`} {note}
      </p>
      <Notice
        tone={ageDays > PRESET_FRESH_DAYS ? 'warning' : 'info'}
        title={t`Rules change: check with your firm.`}
      >
        {ageDays > PRESET_FRESH_DAYS &&
          t`We compared these rules ${ageDays} days ago. They may be out of date.`}
      </Notice>
    </section>
  );
}
