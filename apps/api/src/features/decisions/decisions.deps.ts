import type { analyse, DecisionReply } from '@quorate/contract/decisions';
import type { HandlerInput } from '@quorate/contract/endpoint';
import type { ShownAccount } from '@quorate/contract/trade-sync';
import type { Usage } from '@quorate/contract/usage';
import type { Limits } from '../../config/limits.ts';
import type { Db } from '../../db/tables.ts';
import type { Panel } from '../../models/panel.ts';
import type { Announcer } from '../../process/announcer.ts';
import type { Clock } from '../../process/clock.ts';
import type { Learning } from '../calibration/learning.ts';
import type { BarStore } from '../market/bar-store.ts';
import type { Metering } from '../usage/metering.ts';

export type Handle = Readonly<{ db: Db; clock: Clock }>;

export type DecisionDeps = Handle &
  Learning &
  Readonly<{
    panel: Panel;
    limits: Pick<Limits, 'replays'>;
    metering: Metering;
    barStore: BarStore;
    announce: Announcer['announce'];
    log: Readonly<{ debug(fields: object, message: string): void }>;
  }>;

export type Analysis = { decision: DecisionReply; usage: Usage };

/** From a bot, or from the service itself, whose accounts no bot may name. */
export type AnalyseInput = Omit<HandlerInput<typeof analyse>['body'], 'account'> &
  Readonly<{ account: ShownAccount }>;
