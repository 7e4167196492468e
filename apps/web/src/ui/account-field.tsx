import { SelectField } from '@quorate/ui/select-field';
import { useHasPractice } from '../lib/query/hosted-accounts.ts';

export const ACCOUNT_CHOICES = ['all', 'demo', 'real', 'practice'] as const;
export type AccountChoice = (typeof ACCOUNT_CHOICES)[number];

const WORDS: Readonly<Record<AccountChoice, string>> = {
  all: 'All',
  demo: 'Demo',
  real: 'Real',
  practice: 'Practice',
};

type AccountFieldProps = {
  userId: string;
  value: AccountChoice;
  onChange: (account: AccountChoice) => void;
};

/** Which kind of account; practice only for those who have such an account, or chose it. */
export function AccountField({ userId, value, onChange }: AccountFieldProps) {
  const hasPractice = useHasPractice(userId);
  const offered = ACCOUNT_CHOICES.filter(
    (choice) => choice !== 'practice' || hasPractice || value === 'practice',
  );
  return (
    <SelectField
      label="Account"
      value={value}
      options={offered.map((choice) => ({ value: choice, label: WORDS[choice] }))}
      onChange={onChange}
      className="w-28"
    />
  );
}
