import { type Provider, unlinkProvider } from '@quorate/contract/providers';
import type { AccountSecurity } from '@quorate/contract/security';
import { callApi } from '../../lib/api-client.ts';
import { PROVIDER_NAMES } from '../../lib/configured-providers.ts';
import { formatDay, viewerTimeZone } from '../../lib/time-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DoneNotice } from '../../ui/done-notice.tsx';
import { SettingList, SettingRow } from '../../ui/setting-row.tsx';
import { useQuestion } from './ask-dialog.tsx';
import { useRefreshSecurity } from './security.api.ts';

type LinkedAccountsProps = {
  userId: string;
  account: AccountSecurity;
  /** Set up by the operator, or still linked from a time when they were. */
  providers: readonly Provider[];
};

export function LinkedAccounts({ userId, account, providers }: LinkedAccountsProps) {
  const refresh = useRefreshSecurity(userId);
  const { ask, dialog, done, setDone } = useQuestion();
  const askUnlink = (provider: Provider) => {
    const name = PROVIDER_NAMES[provider];
    ask({
      title: `Unlink ${name}?`,
      words: `${name} no longer signs this account in, until you sign in with it again under ${account.email}.`,
      act: 'Unlink',
      failure: `Failed to unlink ${name}`,
      run: async () => {
        await callApi(unlinkProvider, { params: { provider } });
        await refresh();
        setDone(`${name} is unlinked.`);
      },
    });
  };
  return (
    <>
      <DoneNotice>{done}</DoneNotice>
      <SettingList label="Linked accounts">
        {providers.map((provider) => {
          const link = account.providers.find((each) => each.provider === provider);
          const name = PROVIDER_NAMES[provider];
          return (
            <SettingRow
              key={provider}
              title={
                <>
                  {name}
                  <Badge tone={link ? 'gain' : 'neutral'}>{link ? 'Linked' : 'Not linked'}</Badge>
                </>
              }
              action={
                link && (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={`Unlink ${name}`}
                    onClick={() => askUnlink(provider)}
                  >
                    Unlink
                  </Button>
                )
              }
            >
              {link
                ? `${link.email}, since ${formatDay(link.linked_at, viewerTimeZone())}`
                : `Links itself when you sign in with ${name} under ${account.email}.`}
            </SettingRow>
          );
        })}
      </SettingList>
      {dialog}
    </>
  );
}
