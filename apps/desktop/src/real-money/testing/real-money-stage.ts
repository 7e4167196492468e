import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startStandIn } from '@quorate/bot/testing/stand-in-service';
import { profileSecret } from '@quorate/bot/vault/vault';
import {
  stage as configurationStage,
  fields,
} from '../../configurations/testing/configuration-stage.ts';
import { createRealMoney, type RealRequest } from '../create-real-money.ts';

export const PASSWORD = profileSecret('Main', 'terminal-password');

/** What a person sends who has read everything. */
export function request(over: Partial<RealRequest> = {}): RealRequest {
  return {
    account_number: '800777',
    broker_server: 'Broker-Live',
    terminal_password: 'echtes geld',
    confirm_account_number: '800777',
    risk_accepted: true,
    few_trades_accepted: false,
    ...over,
  };
}

/** A configuration Main on a demo account, whose setup check has passed. */
export async function stage(t: TestContext) {
  const service = await startStandIn();
  t.after(() => service.kill());
  const { deps, working, account, who, configurations } = configurationStage(t);
  const asked: string[] = [];
  const setup = { passed: true };
  const trades = {
    closed: [
      ['USD', 15],
      ['EUR', 5],
    ] as [string, number][],
  };
  service.mischief = ({ path }) => {
    if (!path.startsWith('/api/bot/trade-statistics/')) return 'none';
    asked.push(path);
    return { status: 200, body: JSON.stringify(statistics(trades.closed)) };
  };
  const open = (over: Partial<typeof deps> = {}) =>
    createRealMoney({
      ...deps,
      ...over,
      account: { ...account, service: () => service.url },
      configurations,
      setup: {
        passed: () => setup.passed,
        summary: () => ({ green: 6, checked_at: '2025-01-08T09:00:00.000Z' }),
      },
      botsAtWork: () => [...working],
    });
  configurations.add(fields({ terminal_password: 'nur demo' }));
  const file = join(deps.dataDir, 'real-money.json');
  const main = () => configurations.load('Main');
  return { service, deps, working, who, configurations, setup, trades, asked, open, file, main };
}

/** As the service answers, with figures of the first currency and a count for each. */
function statistics(closed: readonly (readonly [string, number])[]) {
  const figures = Object.fromEntries(
    'winning_trades losing_trades break_even_trades trades_with_r total_costs win_rate net_profit total_profit total_loss average_win average_loss largest_win largest_loss expectancy'
      .split(' ')
      .map((name) => [name, 0]),
  );
  const [[currency, total] = ['USD', 0]] = closed;
  return {
    success: true,
    recent_trades: [],
    pagination: { page: 1, per_page: 1, total, total_pages: total },
    statistics: {
      ...figures,
      currency,
      total_trades: total,
      average_r: null,
      profit_factor: null,
      profit_factor_text: 'n/a',
    },
    currencies: closed.map(([each, total_trades]) => ({ currency: each, total_trades })),
  };
}
