import { z } from 'zod';
import { BOARD_SORTS } from './board-terms.ts';
import { intervalFigure, reliabilityPoint } from './calibration.ts';
import { TIMEFRAMES, timeframe } from './decisions.ts';
import { defineEndpoint } from './endpoint.ts';
import { isoDay, isoTime, symbolName } from './fields.ts';
import { pageQuery, pagination } from './reply.ts';

const count = z.number().int();

/** One voter on one market, as it was published. */
export const boardModel = z.object({
  /** From 1 on, by the lower end of the skill; null below 200 outcomes. */
  rank: count.nullable(),
  analyst: z.string(),
  model: z.string(),
  provider: z.string(),
  /** Both null: the voter's other markets together. */
  symbol: z.string().nullable(),
  timeframe: timeframe.nullable(),
  /** People behind it; two accounts of one person are one. */
  accounts: count,
  /** Votes that were asked for, and those that did not come. */
  asked: count,
  abstained: count,
  /** Votes whose end is known; as many independent ones as they are worth; and how often price rose first. */
  outcomes: count,
  effective: z.number(),
  rises: count,
  /** Share on the side it leaned to, and what naming the more frequent side always would have had. */
  accuracy: intervalFigure.nullable(),
  base_rate: z.number().nullable(),
  /** Scores, and those of a forecast that always says the share of rises. Lower is better. */
  brier: z.number().nullable(),
  brier_climatology: z.number().nullable(),
  log_loss: z.number().nullable(),
  log_loss_climatology: z.number().nullable(),
  /** 1 less Brier score over that of climatology: above 0 it knows more than the share of rises. */
  skill: intervalFigure.nullable(),
  curve: z.array(reliabilityPoint),
  cost_per_decision_micro_usd: z.number().nullable(),
  /** Upper bounds: within 12%. */
  latency_p50_ms: z.number().nullable(),
  latency_p95_ms: z.number().nullable(),
});
export type BoardModel = z.output<typeof boardModel>;

export const BOARD_PROVENANCES = ['real-agreed', 'demo-agreed', 'paper-live'] as const;

/** Closed trades of one provenance, of paid accounts; rates are null below 5 people. */
export const boardResult = z.object({
  provenance: z.enum(BOARD_PROVENANCES),
  trades: count,
  accounts: count,
  wins: count.nullable(),
  /** Shares from 0 to 1. */
  win_rate: intervalFigure.nullable(),
  /** Trades with a risk on record, and their mean result in R. */
  r_trades: count.nullable(),
  mean_r: intervalFigure.nullable(),
  risk_reward: z.number().nullable(),
  risk_reward_trades: count.nullable(),
});
export type BoardResult = z.output<typeof boardResult>;

export const listModels = defineEndpoint({
  method: 'GET',
  path: '/api/models',
  auth: 'none',
  summary: 'How every model has done on live decisions whose outcome others agree with',
  query: z.object({
    ...pageQuery,
    analyst: z.string().min(1).max(100).optional(),
    /** `other`: rows of several markets. */
    symbol: symbolName.optional(),
    timeframe: z.enum(TIMEFRAMES).optional(),
    sort_by: z.enum(BOARD_SORTS).default('rank'),
    /** Of ranks and scores the lowest first by default. */
    sort_order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: z.object({
    success: z.literal(true),
    /** The board that is on record; null before the first. */
    board: z
      .object({
        /** UTC day it was made on. */
        day: isoDay,
        published_at: isoTime,
        /** When it was last looked whether there is another one. */
        checked_at: isoTime,
        /** Its place in the log; null until that has taken it in. */
        log_index: count.nullable(),
        least_accounts: count,
        least_outcomes: count,
        /** What can be asked for. */
        analysts: z.array(z.string()),
        symbols: z.array(z.string()),
        timeframes: z.array(timeframe),
        active_traders: count,
      })
      .nullable(),
    models: z.array(boardModel),
    results: z.array(boardResult),
    pagination,
  }),
  errors: ['validation_failed'],
});
export type ModelsReply = z.output<typeof listModels.reply>;

/** The whole board, each line with its entry's place in the log; comment lines carry the proof. */
export const downloadModels = defineEndpoint({
  method: 'GET',
  path: '/api/models.csv',
  auth: 'none',
  summary: 'The board of models as a CSV file, with the proof that it is on record',
  reply: z.unknown(),
  file: true,
  errors: ['not_found'],
});

/** The record's file of the service's own stream, with the newest board. */
export const downloadModelsProof = defineEndpoint({
  method: 'GET',
  path: '/api/models/proof',
  auth: 'none',
  summary: 'The board of models as a record that anybody can verify without the service',
  reply: z.unknown(),
  file: true,
  errors: ['not_found'],
});
