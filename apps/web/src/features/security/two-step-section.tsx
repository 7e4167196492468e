import {
  disableTotp,
  makeRecoveryCodes,
  RECOVERY_CODES,
  startTotp,
} from '@quorate/contract/second-factors';
import type { AccountSecurity } from '@quorate/contract/security';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { SettingList, SettingRow } from '@quorate/ui/setting-row';
import { useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { useQuestion } from './ask-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useRefreshSecurity } from './security.api.ts';
import { TotpSetup } from './totp-setup.tsx';

/** From here on it is time to make new ones. */
const FEW_CODES = 3;

type TwoStepSectionProps = { userId: string; account: AccountSecurity };

/** The authenticator app and its codes of last resort. */
export function TwoStepSection({ userId, account }: TwoStepSectionProps) {
  const refresh = useRefreshSecurity(userId);
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { ask, dialog, done, setDone } = useQuestion();
  const start = useConfirmed(async () => {
    const { secret, uri } = await callApi(startTotp, {});
    setDone(null);
    setSetup({ secret, uri });
  });
  const left = account.recovery_codes_left;

  const askNewCodes = () =>
    ask({
      title: 'Make new recovery codes?',
      words: `You get ${RECOVERY_CODES} new codes. The old ones, used or not, no longer work.`,
      act: 'Make new codes',
      failure: 'Failed to make new recovery codes',
      run: async () => {
        const reply = await callApi(makeRecoveryCodes, {});
        await refresh();
        setCodes(reply.recovery_codes);
      },
    });
  const askTurnOff = () =>
    ask({
      title: 'Turn the authenticator app off?',
      words:
        'Signing in then takes the password alone. The recovery codes end with the app, and its entry there can be deleted.',
      act: 'Turn off',
      failure: 'Failed to turn the authenticator app off',
      run: async () => {
        await callApi(disableTotp, {});
        await refresh();
        setCodes(null);
        setDone('The authenticator app is off. Signing in takes the password alone.');
      },
    });

  if (codes) {
    return (
      <RecoveryCodes
        codes={codes}
        username={account.username}
        onKept={() => {
          setCodes(null);
          setDone('Your recovery codes are in your hands. They are not shown again.');
        }}
      />
    );
  }
  if (setup) {
    return (
      <TotpSetup
        {...setup}
        onCancel={() => setSetup(null)}
        onDone={async (made) => {
          await refresh();
          setSetup(null);
          setCodes(made);
        }}
      />
    );
  }
  return (
    <>
      <DoneNotice>{done}</DoneNotice>
      <FailureNotice title="Failed to begin" error={start.error} className="mb-4" />
      <SettingList>
        <SettingRow
          title={
            <>
              Authenticator app
              <Badge tone={account.totp ? 'gain' : 'neutral'}>{account.totp ? 'On' : 'Off'}</Badge>
            </>
          }
          action={
            account.totp ? (
              <Button variant="secondary" size="small" onClick={askTurnOff}>
                Turn off
              </Button>
            ) : (
              <Button size="small" busy={start.busy} onClick={() => start.submit(undefined)}>
                Turn on
              </Button>
            )
          }
        >
          {account.totp
            ? 'Signing in with the password asks for a code of your app as well.'
            : 'An app on your phone makes a new code every 30 seconds. A stolen password alone then opens nothing.'}
        </SettingRow>
        {account.totp && (
          <SettingRow
            title={
              <>
                Recovery codes
                <Badge tone={left <= FEW_CODES ? 'warn' : 'neutral'}>
                  {left} of {RECOVERY_CODES} left
                </Badge>
              </>
            }
            action={
              <Button variant="secondary" size="small" onClick={askNewCodes}>
                New codes
              </Button>
            }
          >
            {left <= FEW_CODES
              ? 'Few are left. Make new ones before the last is used.'
              : 'Each signs you in once when the app is not at hand.'}
          </SettingRow>
        )}
      </SettingList>
      {dialog}
    </>
  );
}
