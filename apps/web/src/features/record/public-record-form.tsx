import { t } from '@lingui/core/macro';
import {
  type OwnPublicRecord,
  PUBLIC_NAME_MAX,
  PUBLIC_NAME_MIN,
  publicName,
} from '@quorate/contract/public-records';
import type { RecordStream } from '@quorate/contract/record';
import { HOSTED_SERVER } from '@quorate/contract/trade-sync';
import { Button } from '@quorate/ui/button';
import { Checkbox } from '@quorate/ui/checkbox';
import { SelectField } from '@quorate/ui/select-field';
import { TextField } from '@quorate/ui/text-field';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { hostedAccounts } from '../../lib/query/hosted-accounts.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';

export type Choices = Omit<OwnPublicRecord, 'published_at'>;

type Account = NonNullable<RecordStream['account']>;

type PublicRecordFormProps = {
  userId: string;
  accounts: readonly Account[];
  initial: Choices;
  isNew: boolean;
  busy: boolean;
  error: unknown;
  onSave: (choices: Choices) => void;
  onCancel: () => void;
};

/** What is shown and under which name; then, in plain words, what others will see. */
export function PublicRecordForm(props: PublicRecordFormProps) {
  const { userId, accounts, initial, isNew, busy, error, onSave, onCancel } = props;
  const { account_id, name, shows_open, shows_money, listed } = initial;
  const [choices, setChoices] = useState<Choices>({
    account_id,
    name,
    shows_open,
    shows_money,
    listed,
  });
  const [confirming, setConfirming] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const change = (part: Partial<Choices>) => setChoices({ ...choices, ...part });
  const options = useAccountOptions(userId, accounts);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const isName = publicName.safeParse(choices.name).success;
    setFault(isName ? null : NAME_FAULT);
    setConfirming(isName);
  };

  if (confirming)
    return (
      <div className="space-y-4 rounded-card border border-line p-4">
        <FailureNotice title={t`The record could not be published`} error={error} />
        <Seen choices={choices} />
        <div className="flex flex-wrap gap-3">
          <Button busy={busy} onClick={() => onSave(choices)}>
            {isNew ? t`Publish the record` : t`Save the change`}
          </Button>
          <Button variant="secondary" onClick={() => setConfirming(false)}>{t`Back`}</Button>
        </div>
      </div>
    );
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4 rounded-card border border-line p-4">
      <SelectField
        label={t`Account`}
        value={choices.account_id}
        options={options}
        onChange={(value) => change({ account_id: value })}
        className="max-w-80"
      />
      <div className="max-w-80">
        <TextField
          label={t`Public name`}
          name="public-name"
          value={choices.name}
          maxLength={PUBLIC_NAME_MAX}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => change({ name: event.target.value })}
          hint={t`${PUBLIC_NAME_MIN} to ${PUBLIC_NAME_MAX} letters, digits and hyphens. Anyone can read it: choose one that says only what you want to say.`}
          error={fault}
        />
      </div>
      <div className="space-y-2">
        <Checkbox
          label={t`Show trades that are still open`}
          checked={choices.shows_open}
          onChange={(event) => change({ shows_open: event.target.checked })}
        />
        <Checkbox
          label={t`Show amounts of money and volumes`}
          checked={choices.shows_money}
          onChange={(event) => change({ shows_money: event.target.checked })}
        />
        <Checkbox
          label={t`Let search engines list the page`}
          checked={choices.listed}
          onChange={(event) => change({ listed: event.target.checked })}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit">{t`Continue`}</Button>
        <Button variant="secondary" onClick={onCancel}>{t`Cancel`}</Button>
      </div>
    </form>
  );
}

const NAME_FAULT = t`The name needs ${PUBLIC_NAME_MIN} to ${PUBLIC_NAME_MAX} letters, digits and hyphens, and begins and ends with a letter or a digit.`;

function Seen({ choices }: { choices: Choices }) {
  const { name, shows_open, shows_money, listed } = choices;
  return (
    <div>
      <h4 className="font-medium wrap-anywhere">{t`What others will see at /record/${name}`}</h4>
      <ul className="mt-2 list-disc space-y-1 ps-5">
        <li>{t`Every closed trade: market, direction, times, prices and result in R. Losing trades, too.`}</li>
        <li>{t`Every decision with its votes, and when your settings changed.`}</li>
        <li>{t`The result in percent of the first balance, and how many accounts and resets you have.`}</li>
        <li>
          {shows_open
            ? t`Open trades and their stop losses, as they happen.`
            : t`No open trade. A trade appears once it is closed.`}
        </li>
        <li>
          {shows_money
            ? t`Amounts of money and volumes of each trade.`
            : t`No amount of money and no volume.`}
        </li>
        <li>{t`Never your sign-in name, your e-mail address, your account number or your broker.`}</li>
        <li>
          {listed
            ? t`Search engines may list the page.`
            : t`Search engines are asked not to list the page. Anyone with the address can open it.`}
        </li>
      </ul>
      <p className="mt-3 text-muted">{t`You can take it back at any time. Files that others have downloaded until then stay with them.`}</p>
    </div>
  );
}

function useAccountOptions(userId: string, accounts: readonly Account[]) {
  const { data } = useQuery(hostedAccounts(userId));
  const names = new Map(
    data?.accounts.map(({ account, settings }) => [account.login, settings.name]),
  );
  return accounts.map(({ account_id: value, server, login }) => ({
    value,
    label:
      server === HOSTED_SERVER
        ? t`${names.get(login) ?? login} in paper trading`
        : t`${login} at ${server}`,
  }));
}
