import type { TerminalSymbolSpec } from '../../mt5/bridge/records.ts';

/** As a broker with suffixes has it. */
export const EURUSD: TerminalSymbolSpec = {
  symbol: 'EURUSD.a',
  digits: 5,
  contract_size: '100000',
  tick_size: '0.00001',
  tick_value_profit: '1.00',
  tick_value_loss: '1.00',
  volume_min: '0.01',
  volume_max: '100.00',
  volume_step: '0.01',
  volume_limit: '0',
  stops_level: 0,
  freeze_level: 0,
  trade_mode: 'full',
  execution: 'market',
  filling: 3,
  base: 'EUR',
  profit: 'USD',
  margin: 'EUR',
  swap_long: '0',
  swap_short: '0',
  bid: '1.10200',
  ask: '1.10210',
};
