import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { Checkbox } from '@quorate/ui/checkbox';
import { Notice } from '@quorate/ui/notice';
import { useState } from 'react';
import { answerReboot } from '../../contract/after-reboot.ts';
import { useAppState } from '../lib/contexts.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { TextLink } from '../lib/links.tsx';
import { useAction } from '../lib/local-client.ts';

/** Asked once, when the first bot runs: without it a bot is gone after the next restart of Windows. */
export function RebootOffer() {
  const { app } = useAppState();
  const answer = useAction(answerReboot);
  const [starts, setStarts] = useState(true);
  const [terminal, setTerminal] = useState(true);
  if (!app.after_reboot?.is_offered) return null;
  const send = (body: { autostart: boolean; terminal: boolean }) => answer.mutate({ body });
  return (
    <Notice title={t`Should your bots go on after Windows restarts?`}>
      <p className="text-muted">
        {t`Updates restart Windows at night. Positions keep their stops at the broker, but no bot runs until the app starts again.`}
      </p>
      <div className="mt-2.5 space-y-2">
        <Checkbox
          label={t`Start the app, without a window, when I sign in to this computer`}
          checked={starts}
          onChange={({ target }) => setStarts(target.checked)}
        />
        <Checkbox
          label={t`Start MetaTrader 5 again for a bot that waits for it`}
          checked={starts && terminal}
          disabled={!starts}
          onChange={({ target }) => setTerminal(target.checked)}
        />
      </div>
      <p className="mt-2 text-tiny text-muted">
        {t`Starting before anybody signs in is possible, too:`}{' '}
        <TextLink to="/settings">{t`Settings`}</TextLink>
      </p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button
          size="small"
          busy={answer.isPending}
          onClick={() => send({ autostart: starts, terminal: starts && terminal })}
        >{t`Save`}</Button>
        <Button
          size="small"
          variant="secondary"
          disabled={answer.isPending}
          onClick={() => send({ autostart: false, terminal: false })}
        >{t`Not now`}</Button>
      </div>
      <FailureNotice title={t`The start with the computer was not changed`} error={answer.error} />
    </Notice>
  );
}
