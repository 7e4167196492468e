import { Button } from '@quorate/ui/button';
import { buttonClass } from '@quorate/ui/button-style';
import { sentenceCase } from '@quorate/ui/decision-words';
import { formatCount } from '@quorate/ui/format';
import { SettingList, SettingRow } from '@quorate/ui/setting-row';
import { formatDay, viewerTimeZone } from '@quorate/ui/time-format';
import { useState } from 'react';
import { Link } from 'react-router';
import type { SignedIn } from '../../contract/app-state.ts';
import { signOut } from '../../contract/sign-in.ts';
import { useAppState } from '../lib/app-state-context.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { servicePage } from '../lib/service-page.ts';
import { OutsideLink } from '../lib/text-link.tsx';
import { useAction } from '../lib/use-local.ts';

const UNLIMITED = -1;

export function AccountSettings() {
  const { account, app } = useAppState();
  const leave = useAction(signOut);
  if (account === null) {
    return (
      <SettingList>
        <SettingRow
          title="Nobody is signed in"
          action={
            <Link to="/sign-in" className={buttonClass('primary', 'small')}>
              Sign In
            </Link>
          }
        >
          Bots start only when someone is.
        </SettingRow>
      </SettingList>
    );
  }
  return (
    <div className="space-y-4">
      <FailureNotice title="You are still signed in" error={leave.error} />
      <SettingList>
        <SettingRow
          title={account.username}
          action={
            <Button
              variant="secondary"
              size="small"
              busy={leave.isPending}
              onClick={() => leave.mutate({})}
            >
              Sign out
            </Button>
          }
        >
          {account.email} at <OutsideLink href={app.service}>{hostOf(app.service)}</OutsideLink>.
          Configurations stay on this computer when you sign out.
        </SettingRow>
        <PlanRow plan={account.plan} service={app.service} />
      </SettingList>
    </div>
  );
}

function PlanRow({ plan, service }: { plan: SignedIn['plan']; service: string }) {
  const [timeZone] = useState(viewerTimeZone);
  if (plan === null) {
    return <SettingRow title="Plan">Not known until the service has answered once.</SettingRow>;
  }
  const { tokens_used: used, token_limit: limit } = plan;
  return (
    <SettingRow
      title={`${plan.name} plan`}
      action={
        <OutsideLink href={servicePage(service, '/pricing')} className="text-small">
          See plans
        </OutsideLink>
      }
    >
      <p>
        {sentenceCase(amount(plan.terminal_accounts, 'terminal account'))},{' '}
        {amount(plan.symbols, 'currency pair')}, {amount(plan.daily_trades, 'trade')} a day.
      </p>
      <p>
        Tokens used: <span className="figures">{formatCount(used)}</span>
        {limit === UNLIMITED ? (
          ', no limit'
        ) : (
          <>
            {' '}
            of <span className="figures">{formatCount(limit)}</span>
          </>
        )}
        , until {formatDay(plan.period_end, timeZone)}.
      </p>
      {limit !== UNLIMITED && <TokenBar used={used} limit={limit} />}
    </SettingRow>
  );
}

/** The colours of the dashboard: the second above 70%, the third above 90%. */
function TokenBar({ used, limit }: { used: number; limit: number }) {
  const percent = limit === 0 ? 100 : Math.min(100, (used / limit) * 100);
  const colour = percent > 90 ? 'bg-loss' : percent > 70 ? 'bg-warn' : 'bg-gain';
  return (
    <div
      role="progressbar"
      aria-label="Tokens used"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      className="mt-2 h-1.5 max-w-[20rem] overflow-hidden rounded-full bg-sunk"
    >
      <div className={`h-full ${colour}`} style={{ width: `${percent}%` }} />
    </div>
  );
}

function amount(count: number, noun: string): string {
  if (count === UNLIMITED) return `unlimited ${noun}s`;
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}
