import { t } from '@lingui/core/macro';
import { SelectField } from '@quorate/ui/select-field';
import { usePractice } from '../lib/query/hosted-accounts.ts';

export const ACCOUNT_CHOICES = ['all', 'demo', 'real', 'practice'] as const;
export type AccountChoice = (typeof ACCOUNT_CHOICES)[number];

const WORDS: Readonly<Record<AccountChoice, string>> = {
  all: t({ message: 'All', context: 'accounts' }),
  demo: t`Demo`,
  real: t`Real`,
  practice: t`Practice`,
};

type AccountFieldProps = {
  userId: string;
  value: AccountChoice;
  onChange: (account: AccountChoice) => void;
};

/** Which kind of account; practice only for those who have such an account, or chose it. */
export function AccountField({ userId, value, onChange }: AccountFieldProps) {
  const practice = usePractice(userId);
  const offered = ACCOUNT_CHOICES.filter(
    (choice) => choice !== 'practice' || practice !== 'none' || value === 'practice',
  );
  return (
    <SelectField
      label={t`Account`}
      value={value}
      options={offered.map((choice) => ({ value: choice, label: WORDS[choice] }))}
      onChange={onChange}
      className="w-28"
    />
  );
}

type PracticeHintProps = Pick<AccountFieldProps, 'userId' | 'value'>;

/** A line below the filter's fields where all accounts are not all. */
export function PracticeHint({ userId, value }: PracticeHintProps) {
  const practice = usePractice(userId);
  if (value !== 'all' || practice !== 'beside_others') return null;
  return (
    // On its own line, without making the fields any wider.
    <p className="w-0 min-w-full text-tiny text-muted max-sm:col-span-2">{t`“All” leaves out practice. To see it, choose “Practice”.`}</p>
  );
}
