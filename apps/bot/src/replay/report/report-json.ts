import type { Trade } from '@quorate/trading/account/trade';
import { MEASURES } from '@quorate/trading/statistics/measures/catalogue';
import { isoFromInstant } from '@quorate/values/instant';
import { lotsToNumber } from '@quorate/values/lots';
import { type Money, moneyToNumber } from '@quorate/values/money';
import { type Price, priceToNumber } from '@quorate/values/price';
import type { Score } from '../sweep/sweep-result.ts';
import { sameTradesNet } from './figures.ts';
import { notesOf } from './notes.ts';
import type { ReplayReport } from './replay-report.ts';
import { periodText } from './sweep-text.ts';

/** The report for programs: one object, money in major units, times in UTC. */
export function reportJson(report: ReplayReport): object {
  const { walk, figures, digits, sweep, walkForward } = report;
  const major = (minor: number) => minor / 10 ** digits;
  const { summary } = figures.statistics;
  const { maximal } = figures.equityDrawdown;
  return {
    success: true,
    complete: walk.complete,
    run: report.run,
    inputs: {
      from: report.inputs.from,
      to: report.inputs.to,
      markets: report.inputs.markets.map((market) => ({
        symbol: market.symbol,
        file: market.file,
        sha256: market.sha256,
        zone: market.zone,
        file_timeframe: market.fileTimeframe,
        timeframe: market.timeframe,
        digits: market.digits,
        candles: market.candles,
        warm_up: market.warmUp,
      })),
      inside: report.inputs.inside.map(({ symbol, file, sha256, zone, timeframe }) => ({
        symbol,
        file,
        sha256,
        zone,
        timeframe,
      })),
      settings: report.inputs.settings,
    },
    data: report.findings.map(({ kind, level, count, message }) => ({
      kind,
      level,
      count,
      message,
    })),
    currency: report.currency,
    balance_start: moneyToNumber(report.start),
    balance_end: moneyToNumber(report.end),
    candles: walk.bars,
    decisions: walk.asked,
    decisions_to_hold: walk.held,
    trades: summary.total,
    wins: summary.wins,
    losses: summary.losses,
    win_rate: summary.winRatePercent,
    net_profit: major(summary.netProfit),
    profit_factor: summary.profitFactor,
    average_win: major(summary.averageWin),
    average_loss: major(summary.averageLoss),
    equity_drawdown: { amount: major(maximal.minor), percent: maximal.percent },
    /** What measures of risk are of: candle by candle. */
    basis: 'equity',
    measures: MEASURES.map(({ key, name, unit, intervalFrom }) => {
      const { value, n, missing, interval } = figures.performance[key];
      const scale = (level: number | null) =>
        level === null || unit !== 'money' ? level : major(level);
      return {
        key,
        name,
        unit,
        n,
        value: scale(value),
        missing,
        interval: interval && { low: scale(interval.low), high: scale(interval.high) },
        interval_from: intervalFrom,
      };
    }),
    costs: {
      spread: major(figures.costs.spreadMinor),
      commission: major(figures.costs.commissionMinor),
      slippage: major(figures.costs.slippageMinor),
      swap: major(figures.costs.swapMinor),
    },
    at_costs: report.costs.map(({ factor, score }) => ({
      times: factor,
      same_trades_net: major(sameTradesNet(figures, factor)),
      ...(score ? scoreJson(score, major) : NO_SCORE),
    })),
    stop_outs: walk.stopOuts,
    months: figures.groups.months.map(({ name, trades, wins, netMinor }) => ({
      month: name,
      trades,
      wins,
      net: major(netMinor),
    })),
    refused: figures.refused.map(({ code, count, followed, wins, sumR }) => ({
      code,
      count,
      followed,
      wins,
      r: sumR,
    })),
    not_asked: walk.notAsked,
    limits_met: walk.limitsMet,
    sweep: sweep && {
      objective: sweep.objective,
      luck: sweep.luck && {
        tries: sweep.luck.tries,
        best_sharpe: sweep.luck.best,
        sharpe_expected_of_luck: sweep.luck.expectedOfLuck,
        probability_above_luck: sweep.luck.abovePercent,
      },
      tried: sweep.tried.map(({ settings, score }) => ({ settings, ...scoreJson(score, major) })),
    },
    walk_forward: walkForward && {
      ...walkForward.months,
      objective: walkForward.objective,
      efficiency: walkForward.efficiency,
      steps: walkForward.steps.map(({ window, settings, chosen, traded }) => ({
        chosen_on: periodText(window.chosenOn),
        traded_on: periodText(window.tradedOn),
        settings,
        chosen: scoreJson(chosen, major),
        traded: scoreJson(traded, major),
      })),
    },
    notes: notesOf(report),
    trade_list: figures.trades.map(tradeJson),
  };
}

/** A run that was interrupted has none of these. */
const NO_SCORE = {
  trades: null,
  win_rate: null,
  net_profit: null,
  profit_factor: null,
  sharpe: null,
  recovery: null,
  drawdown_percent: null,
};

function scoreJson(score: Score, major: (minor: number) => number): object {
  return {
    trades: score.trades,
    win_rate: score.winRatePercent,
    net_profit: major(score.netMinor),
    profit_factor: score.profitFactor,
    sharpe: score.sharpe,
    recovery: score.recovery,
    drawdown_percent: score.drawdownPercent,
  };
}

function tradeJson(trade: Trade): object {
  const amount = (money: Money) => moneyToNumber(money);
  const level = (price: Price | null) => (price === null ? null : priceToNumber(price));
  return {
    ticket: trade.positionTicket,
    symbol: trade.symbol,
    side: trade.side,
    lots: lotsToNumber(trade.lots),
    opened_at: isoFromInstant(trade.openedAt),
    open_price: level(trade.openPrice),
    closed_at: trade.closedAt && isoFromInstant(trade.closedAt),
    close_price: level(trade.closePrice),
    exit_reason: trade.exitReason,
    stop_loss: level(trade.stopLoss),
    take_profit: level(trade.takeProfit),
    gross: amount(trade.grossProfit),
    commission: amount(trade.commission),
    swap: amount(trade.swap),
    slippage: amount(trade.fee),
    net: amount(trade.profit),
    risk: trade.initialRisk && amount(trade.initialRisk),
  };
}
