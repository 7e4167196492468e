import { type Provider, unlinkProvider } from '@quorate/contract/providers';
import type { AccountSecurity } from '@quorate/contract/security';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { SettingList, SettingRow } from '@quorate/ui/setting-row';
import { formatDay, viewerTimeZone } from '@quorate/ui/time-format';
import { callApi } from '../../lib/api-client.ts';
import { PROVIDER_NAMES } from '../../lib/configured-providers.ts';
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
