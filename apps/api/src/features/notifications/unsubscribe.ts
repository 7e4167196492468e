import { msg } from '@lingui/core/runtime-macro';
import { unsubscribe } from '@quorate/contract/weekly-review';
import type { UserId } from '@quorate/values/ids';
import { HOUR_MS } from '@quorate/values/instant';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { SealBrokenError, type Sealing } from '../../db/sealing.ts';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import { addressGroup } from '../../http/client-address.ts';
import type { Route } from '../../http/endpoint.ts';
import { countAgainst } from '../../http/rate-limit.ts';
import type { Clock } from '../../process/clock.ts';

const PLACE = 'unsubscribe:weekly_review';

const BROKEN = {
  what: 'broken unsubscribe link',
  limit: 100,
  windowMs: HOUR_MS,
  words: msg`${{ limit: 100 }} links an hour`,
};

/** A user's own links out of the weekly review: the page that a person opens, and what a mail program calls. */
export function unsubscribeLinks(
  { publicUrl, sealing }: Readonly<{ publicUrl: string; sealing: Sealing }>,
  userId: UserId,
): { page: string; oneClick: string } {
  const token = encodeURIComponent(sealing.seal(userId, PLACE));
  return {
    page: `${publicUrl}/unsubscribe?token=${token}`,
    oneClick: `${publicUrl}${unsubscribe.path}?token=${token}`,
  };
}

/** Mail programs send a form (RFC 8058), whose content says nothing that the address does not. */
export function registerUnsubscribe(
  app: FastifyInstance,
  routeOf: (app: FastifyInstance) => Route,
  deps: Readonly<{ db: Db; clock: Clock; sealing: Sealing }>,
): void {
  void app.register(async (inside) => {
    inside.removeAllContentTypeParsers();
    inside.addContentTypeParser('*', async (_request: unknown, payload: NodeJS.ReadableStream) => {
      payload.resume();
      return null;
    });
    routeOf(inside)(unsubscribe, async ({ query }, { request, i18n }) => {
      const userId = userOf(deps.sealing, query.token);
      if (userId === null) {
        await countAgainst(deps, BROKEN, addressGroup(request.ip));
        throw new AppError('unsubscribe_invalid');
      }
      await turnOff(deps.db, userId);
      return { success: true, message: i18n.t(msg`You get no more weekly reviews by mail.`) };
    });
  });
}

/** @returns null for a link that is none of ours */
function userOf(sealing: Sealing, token: string): string | null {
  try {
    return sealing.open(token, PLACE);
  } catch (error) {
    if (error instanceof SealBrokenError) return null;
    throw error;
  }
}

/** Of an account that is gone there is nothing to turn off. */
async function turnOff(db: Db, userId: string): Promise<void> {
  await sql`
    insert into notification_settings
      (user_id, silent_bot_mail, silent_bot_push, weekly_review_mail)
    select id, true, true, false from users where id = ${userId}::uuid
    on conflict (user_id) do update set weekly_review_mail = false
  `.execute(db);
}
