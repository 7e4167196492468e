import type { Timeframe } from '@quorate/trading/market/candle';
import type { Instant } from '@quorate/values/instant';
import type { Timers } from '../../timers.ts';
import type { Bye } from '../bridge/messages.ts';
import type { Permissions, TerminalBar } from '../bridge/records.ts';
import type { Wire } from '../bridge/wire.ts';
import { EXPERT_VERSION } from '../expert-version.ts';
import { type BookFile, createMemoryFile } from './expert/book.ts';
import { createExpert, type Expert } from './expert/expert.ts';
import { createLineFile, type LineFile } from './expert/last-line.ts';
import { createLife, type FaultPlan } from './expert/steps.ts';
import {
  type BrokerView,
  type ExpertTerminal,
  frozen,
  type ListedEvent,
  lookAt,
} from './expert/terminal.ts';
import { createMarket, type Market, type ServerZone } from './market/market.ts';
import { type SymbolTerms, symbolTerms } from './market/symbol-terms.ts';
import { DEMO_ACCOUNT, type SimulatedAccount } from './server/account.ts';
import { refusal } from './server/orders.ts';
import { RETCODE } from './server/retcodes.ts';
import { createTradeServer, type TradeServer } from './server/trade-server.ts';

/** A MetaTrader 5 with its expert and its broker, all of it simulated. */
export type SimulatedTerminal = Readonly<{
  market: Market;
  /** Of the account that is signed in now. */
  server(): TradeServer;
  /** Hands the expert a connection to the bot. */
  dial(wire: Wire): void;
  isConnected(): boolean;
  /** Prices in points. @returns false when the market is closed */
  tick(symbol: string, bid: number, ask?: number): boolean;
  closeBar(symbol: string, timeframe: Timeframe): void;
  loadBars(symbol: string, timeframe: Timeframe, bars: readonly TerminalBar[]): void;
  /** Breaks the connection to the bot. */
  cut(): void;
  /** Closes the terminal and starts it again; the book stays, and the broker knows nothing of it. */
  restart(downMs?: number): void;
  /** The terminal does nothing for so long. */
  stall(ms: number): void;
  /** History and bars are not there for so long. */
  load(ms: number): void;
  /** `connected: false` cuts the broker off: the terminal goes on showing what it saw last. */
  permit(changes: Partial<Permissions>): void;
  permissions(): Permissions;
  /** Signs in to another account, which restarts the expert. */
  switchAccount(account: Partial<SimulatedAccount>): void;
  file: BookFile;
  /** Steps of the expert so far, by which faults are placed. */
  steps(): number;
  /** Why the last connection ended. */
  lastEnd(): Readonly<{ reason: string; code: Bye['code'] | null }> | null;
  close(): void;
}>;

/**
 * @example
 * const terminal = createSimulatedTerminal({ timers, token });
 * terminal.dial(wire);
 * terminal.tick('EURUSD', 110_200, 110_210);
 */
export function createSimulatedTerminal(options: TerminalOptions): SimulatedTerminal {
  const { timers, token, file = createMemoryFile(), magic = 7_420_001 } = options;
  const market = createMarket({ ...options, symbols: options.symbols ?? [symbolTerms('EURUSD')] });
  const servers = new Map<string, TradeServer>();
  const lineFiles = new Map<string, LineFile>();
  let server = signIn(options.account ?? {});
  let switches = { connected: true, algo_trading: true, expert_trading: true };
  let frozenView: BrokerView | null = null;
  let stalledUntil = 0;
  let loadingUntil = 0;
  let sending = 0;
  let steps = 0;
  let isClosed = false;
  let expert: Expert | null = null;
  let ended: ReturnType<SimulatedTerminal['lastEnd']> = null;
  const redial = createRedial(timers, options.connect ?? null, (wire) => {
    if (expert) expert.connect(wire);
    else wire.close();
  });

  /** Accounts live at their brokers: whoever comes back finds what was left. */
  function signIn(changes: Partial<SimulatedAccount>): TradeServer {
    const account = { ...DEMO_ACCOUNT, ...changes };
    const name = `${account.login} ${account.server}`;
    const known = servers.get(name) ?? createTradeServer({ timers, market, account });
    servers.set(name, known);
    return known;
  }

  /** Each account has its own; whoever comes back finds the floor that was held. */
  function lineFileOf({ account }: TradeServer): LineFile {
    const name = `${account.login} ${account.server}`;
    const known = lineFiles.get(name) ?? (lineFiles.size === 0 ? options.lineFile : undefined);
    const file = known ?? createLineFile();
    lineFiles.set(name, file);
    return file;
  }

  const stalledFor = () => Math.max(0, stalledUntil - timers.now());
  const permissions = (): Permissions => ({ ...switches, ...server.allowed() });
  const self: ExpertTerminal = {
    timers,
    market,
    server: () => server,
    view: () => frozenView ?? lookAt(server, market),
    permissions,
    isLoading: () => timers.now() < loadingUntil,
    calendar: () => options.calendar ?? [],
    check: (request) => server.check(request),
    async send(request) {
      if (!switches.connected) return refusal(RETCODE.connection);
      if (!switches.algo_trading || !switches.expert_trading) {
        return refusal(RETCODE.clientDisablesExperts);
      }
      const sender = expert;
      // The expert has one thread, and it waits for the server.
      sending += 1;
      const answer = await server.send(request);
      if (expert === sender) {
        sending -= 1;
        if (sending === 0) expert?.tellWaiting();
      }
      return answer;
    },
    async sendOn(request) {
      if (!switches.connected) return refusal(RETCODE.connection);
      if (!switches.algo_trading || !switches.expert_trading) {
        return refusal(RETCODE.clientDisablesExperts);
      }
      return await server.send(request);
    },
    modify: (request) => (switches.connected ? server.modify(request) : RETCODE.connection),
  };

  function start(): Expert {
    const life = createLife({
      timers,
      faultAt(step) {
        steps += 1;
        return options.faults?.(step, steps);
      },
      cut: () => made.cut('cut'),
      restart,
      stallUntil: stall,
      stalledFor,
    });
    const made = createExpert({
      terminal: self,
      timers,
      file,
      lineFile: lineFileOf(server),
      life,
      token,
      magic,
      version: options.version ?? EXPERT_VERSION,
      isStalled: () => stalledFor() > 0 || sending > 0,
      onReady: redial.succeeded,
      onEnd(reason, code) {
        ended = { reason, code };
        if (life.isOver()) return;
        // Two must not drive each other away twice a second.
        if (code === 'replaced') redial.slowly();
        else redial.again();
      },
    });
    redial.now();
    return made;
  }

  function stop(): void {
    const before = expert;
    expert = null;
    redial.stop();
    before?.end();
    sending = 0;
  }

  function restart(downMs = 0): void {
    stop();
    const begin = () => {
      if (!expert && !isClosed) expert = start();
    };
    if (downMs === 0) begin();
    else timers.after(downMs, begin);
  }

  function stall(ms: number): void {
    stalledUntil = Math.max(stalledUntil, timers.now() + ms);
    timers.after(ms, () => expert?.tellWaiting());
  }

  expert = start();
  return {
    market,
    server: () => server,
    dial(wire) {
      if (expert) expert.connect(wire);
      else wire.close();
    },
    isConnected: () => expert?.isConnected() ?? false,
    tick: market.tick,
    closeBar: market.closeBar,
    loadBars: (symbol, timeframe, bars) => market.bars(symbol)?.load(timeframe, bars),
    cut: () => expert?.cut('cut'),
    restart,
    stall,
    load(ms) {
      loadingUntil = timers.now() + ms;
    },
    permissions,
    permit({ account_trading, account_experts, ...changes }) {
      if (account_trading !== undefined) server.allow({ account_trading });
      if (account_experts !== undefined) server.allow({ account_experts });
      switches = { ...switches, ...changes };
      if (switches.connected) frozenView = null;
      else frozenView ??= frozen(lookAt(server, market), market.terms.keys());
      expert?.permissionsChanged();
    },
    switchAccount(account) {
      expert?.leave('the terminal has changed its account');
      server = signIn(account);
      frozenView = null;
      restart();
    },
    file,
    steps: () => steps,
    lastEnd: () => ended,
    close() {
      isClosed = true;
      stop();
    },
  };
}

/** What a simulated terminal is made of; all but the first two have a default. */
type TerminalOptions = Readonly<{
  timers: Timers;
  /** 64 hex digits that the bot knows too. */
  token: string;
  account?: Partial<SimulatedAccount>;
  /** EURUSD unless told. */
  symbols?: readonly SymbolTerms[];
  /** Of the expert; orders with another one are refused. */
  magic?: number;
  zone?: ServerZone;
  /** How far the computer's clock is behind the true time. */
  clockBehindMs?: number;
  /** Whether the market is open at weekends too. */
  alwaysOpen?: boolean;
  /** How much faster than the computer's clock the market's runs. */
  speed?: number;
  /** The market's own time, in place of the computer's. */
  time?: () => Instant;
  /** Makes a connection to the bot; without it `dial` is called by whoever drives the terminal. */
  connect?: () => Wire | Promise<Wire>;
  faults?: FaultPlan;
  /** What outlives restarts; in memory unless told. */
  file?: BookFile;
  /** Where the last line of the first account is kept; in memory unless told. */
  lineFile?: LineFile;
  version?: string;
  /** What its economic calendar lists; nothing unless told. */
  calendar?: readonly ListedEvent[];
}>;

/** Makes connections again and again: half a second after one ended, then twice as long, up to 15 s. */
type Redial = Readonly<{
  now(): void;
  again(): void;
  /** After the longest pause: another terminal has taken over. */
  slowly(): void;
  /** A handshake went through: the next pause is short again. */
  succeeded(): void;
  stop(): void;
}>;

const FIRST_MS = 500;
const MOST_MS = 15_000;

/** @param connect null where somebody else hands connections over */
function createRedial(
  timers: Timers,
  connect: (() => Wire | Promise<Wire>) | null,
  take: (wire: Wire) => void,
): Redial {
  let pauseMs = FIRST_MS;
  let turn = 0;
  let callOff: (() => void) | null = null;

  async function now(): Promise<void> {
    if (!connect) return;
    turn += 1;
    const mine = turn;
    try {
      const wire = await connect();
      if (mine === turn) take(wire);
      else wire.close();
    } catch {
      // Nobody listens yet.
      if (mine === turn) again();
    }
  }

  function slowly(): void {
    callOff?.();
    callOff = timers.after(MOST_MS, () => void now());
  }

  function again(): void {
    callOff?.();
    callOff = timers.after(pauseMs, () => void now());
    pauseMs = Math.min(2 * pauseMs, MOST_MS);
  }

  return {
    now: () => void now(),
    again,
    slowly,
    succeeded() {
      pauseMs = FIRST_MS;
    },
    stop() {
      turn += 1;
      callOff?.();
      pauseMs = FIRST_MS;
    },
  };
}
