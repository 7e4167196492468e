import type { Timers } from '../../../timers.ts';
import type { Permissions } from '../../bridge/records.ts';
import type { Market } from '../market/market.ts';
import type { DealRequest, StopsRequest, TradeAnswer } from '../server/trade-request.ts';
import type { TradeServer } from '../server/trade-server.ts';
import type { BrokerView } from './broker-view.ts';

/** The terminal as its expert sees it. */
export type ExpertTerminal = Readonly<{
  timers: Timers;
  market: Market;
  build: number;
  server(): TradeServer;
  view(): BrokerView;
  permissions(): Permissions;
  isLoading(): boolean;
  check(request: DealRequest): Readonly<{ retcode: number; margin: number }>;
  send(request: DealRequest): Promise<TradeAnswer | null>;
  modify(request: StopsRequest): number;
}>;
