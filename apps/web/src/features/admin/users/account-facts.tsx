import type { AdminAccount } from '@quorate/contract/admin-users';
import { countOf, formatCount } from '@quorate/ui/format';
import { Panel } from '@quorate/ui/panel';
import { Facts } from '../parts/facts.tsx';
import { Moment } from '../parts/moment.tsx';
import { standingWords } from './standing.tsx';

/** Who it is, by what they come in, and what they may do. */
export function AccountFacts({ account }: { account: AdminAccount }) {
  const { standing, given, usage, limits, sessions } = account;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Panel title="Who">
        <Facts
          narrow
          facts={[
            ['Email', account.email],
            ['Address verified', <Moment key="verified" at={account.verified_at} />],
            ['Signed up', <Moment key="created" at={account.created_at} />],
            ['Role', account.role === 'admin' ? 'operator' : 'user'],
            ['Ways in', waysIn(account)],
            ['Browsers signed in', formatCount(sessions.browsers)],
            ['Bots and apps signed in', formatCount(sessions.devices)],
            ['Trading accounts', formatCount(account.trading_accounts)],
            ['Trades stored', formatCount(account.trades)],
            [
              'Id',
              <span key="id" className="figures text-tiny">
                {account.user_id}
              </span>,
            ],
          ]}
        />
      </Panel>
      <Panel title="What they may do">
        <Facts
          narrow
          facts={[
            ['Plan', standing.plan_name],
            ['Because', standingWords(standing)],
            ['Given plan', given.plan_name === 'Free' ? 'none' : given.plan_name],
            ['Given until', given.until ? <Moment key="until" at={given.until} /> : '–'],
            ['Tokens used', formatCount(usage.tokens_used)],
            ['Tokens of the cycle', limitWords(usage.token_limit)],
            ['Cycle ends', <Moment key="cycle" at={usage.period_end} />],
            ['Requests a minute', limitWords(limits.requests_per_minute)],
            ['Symbols today', usedOf(limits.symbols_used_today, limits.symbols)],
            ['Trades a day', limitWords(limits.daily_trades)],
            [
              'Terminal accounts today',
              usedOf(limits.terminal_accounts_used_today, limits.terminal_accounts),
            ],
          ]}
        />
      </Panel>
    </div>
  );
}

function waysIn({ ways_in: ways }: AdminAccount): string {
  const words = [
    ...(ways.password ? ['password'] : []),
    ...(ways.passkeys > 0 ? [countOf(ways.passkeys, 'passkey')] : []),
    ...ways.providers,
    ...(ways.totp ? ['authenticator app as second step'] : []),
  ];
  return words.length === 0 ? 'none' : words.join(', ');
}

function limitWords(limit: number): string {
  return limit === -1 ? 'no limit' : formatCount(limit);
}

function usedOf(used: number, limit: number): string {
  return `${formatCount(used)} of ${limit === -1 ? 'any number' : formatCount(limit)}`;
}
