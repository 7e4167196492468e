import { t } from '@lingui/core/macro';
import { useId } from 'react';
import type { Faults } from '../risk/check-risk.ts';
import { CARE_WORDS, type Care, careFigures } from './care.ts';
import type { ConfigurationDraft } from './configuration-draft.ts';
import { FirmFields, type RulesDraft } from './rules-fields.tsx';

type CareFieldsProps = {
  draft: ConfigurationDraft;
  /** Whether figures of its own can be chosen again. */
  hasOwn: boolean;
  onCare: (care: Care) => void;
  onRules: (changes: Partial<RulesDraft>) => void;
  faults: Faults;
};

/** How careful the bot is: each choice in one line with its figures. */
export function CareFields({ draft, hasOwn, onCare, onRules, faults }: CareFieldsProps) {
  const name = useId();
  const { care, rules } = draft;
  const choices: Care[] = ['careful', 'standard', 'prop_firm'];
  if (hasOwn || care === 'own') choices.push('own');
  return (
    <div className="space-y-5">
      <fieldset>
        <legend className="sr-only">{t`How careful`}</legend>
        <div className="grid gap-2">
          {choices.map((each) => (
            <label
              key={each}
              className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-line px-4 py-3 has-checked:border-brand has-checked:bg-brand/7 hover:border-brand"
            >
              <input
                type="radio"
                name={name}
                value={each}
                checked={care === each}
                onChange={() => onCare(each)}
                className="mt-0.5 size-[1.125rem] shrink-0 accent-brand"
              />
              <span className="min-w-0">
                <span className="block text-small font-medium">{CARE_WORDS[each]}</span>
                <span className="block text-tiny text-muted">{careFigures(each, draft)}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {care === 'prop_firm' && <FirmFields draft={rules} onChange={onRules} faults={faults} />}
    </div>
  );
}
