import { msg } from '@lingui/core/runtime-macro';
import type { HandlerInput } from '@quorate/contract/endpoint';
import {
  addJournalPicture,
  getJournalPicture,
  JOURNAL_PICTURE_BYTES_MAX,
  JOURNAL_PICTURES_ALLOWED,
  JOURNAL_PICTURES_MAX,
  type JournalPicture,
  removeJournalPicture,
} from '@quorate/contract/journal';
import type { UserId } from '@quorate/values/ids';
import { HOUR_MS } from '@quorate/values/instant';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError, validationError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import { countAgainst } from '../../../http/rate-limit.ts';
import { readEntitlements } from '../../billing/entitlements/entitlements.queries.ts';
import { expectTrade, type JournalDeps } from '../entries.service.ts';
import {
  countPictures,
  deletePicture,
  findPicture,
  findPictureBytes,
  listPicturesOf,
  type PicturePlace,
  type PictureRow,
  toPicture,
} from './pictures.queries.ts';
import { readPicture, takePlace } from './read-picture.ts';

const ADDED = {
  what: 'journal_picture',
  limit: 200,
  windowMs: HOUR_MS,
  words: msg`${{ limit: 200 }} pictures an hour`,
};

export function registerPictures(route: Route, { db }: JournalDeps): void {
  route(getJournalPicture, async ({ params, query }, { user, reply }) => {
    const found = await findPictureBytes(db, user.id, params.picture_id, query.size);
    if (!found) throw new AppError('not_found');
    return reply
      .type('image/webp')
      .header('cache-control', 'private, max-age=3600')
      .header('vary', 'authorization')
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', `inline; filename="${params.picture_id.toLowerCase()}.webp"`)
      .send(Buffer.from(found.bytes));
  });

  route(removeJournalPicture, async ({ params }, { user }) => {
    await deletePicture(db, user.id, params.picture_id);
    return { success: true };
  });
}

/** The call whose body is a picture: it takes bytes, and bytes are all it takes. */
export function registerPictureUpload(
  app: FastifyInstance,
  routeOf: (app: FastifyInstance) => Route,
  deps: JournalDeps,
): void {
  void app.register(async (inside) => {
    inside.removeAllContentTypeParsers();
    inside.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: JOURNAL_PICTURE_BYTES_MAX },
      async (_request: unknown, bytes: Buffer) => bytes,
    );
    inside.addContentTypeParser('*', async (_request: unknown, payload: NodeJS.ReadableStream) => {
      payload.resume();
      return null;
    });
    inside.addHook('preParsing', async ({ signedIn }, reply) => {
      if (signedIn) reply.raw.once('close', takePlace(signedIn.id));
    });
    routeOf(inside)(addJournalPicture, async ({ params, query }, { user, request, gone }) => {
      if (!Buffer.isBuffer(request.body)) {
        const message = 'Send the picture itself, as application/octet-stream';
        throw validationError([{ field: 'body', message }]);
      }
      const sent = { id: params.picture_id.toLowerCase(), file: request.body, gone };
      return { success: true, picture: await addPicture(deps, user.id, placeOf(query), sent) };
    });
  });
}

function placeOf({
  account_id,
  position_ticket,
  day,
}: HandlerInput<typeof addJournalPicture>['query']): PicturePlace {
  if (day !== undefined) return { day };
  if (account_id === undefined || position_ticket === undefined)
    throw new Error('the contract lets no picture without a place pass');
  return { account_id, position_ticket };
}

type SentPicture = Readonly<{ id: string; file: Uint8Array; gone: AbortSignal }>;

/**
 * Keeps a picture; sent again under its id, it is the one that is kept.
 *
 * @throws AppError not_found, picture_unreadable, picture_limit_reached, pictures_full, picture_conflict
 */
async function addPicture(
  deps: JournalDeps,
  userId: UserId,
  place: PicturePlace,
  { id, file, gone }: SentPicture,
): Promise<JournalPicture> {
  const { db, clock } = deps;
  const known = await expectAddable(deps, db, userId, place, id);
  if (known) return toPicture(known);
  await countAgainst(deps, ADDED, userId);
  const read = await readPicture(file, gone);
  return inTransaction(db, async (tx) => {
    await holdPictures(tx, userId);
    const first = await expectAddable(deps, tx, userId, place, id);
    if (first) return toPicture(first);
    await tx
      .insertInto('journal_pictures')
      .values({
        user_id: userId,
        id,
        account_id: place.account_id ?? null,
        position_ticket: place.position_ticket ?? null,
        day: place.day ?? null,
        ...read,
        created_at: new Date(clock.now()),
      })
      .execute();
    const stored = await findPicture(tx, userId, id);
    if (!stored) throw new Error(`the picture ${id} was stored and is not there`);
    return toPicture(stored);
  });
}

/** @returns the picture, where it is there already */
async function expectAddable(
  deps: JournalDeps,
  db: Db,
  userId: UserId,
  place: PicturePlace,
  id: string,
): Promise<PictureRow | null> {
  const known = await findPicture(db, userId, id);
  if (known) {
    const isHere =
      known.day === (place.day ?? null) &&
      known.account_id === (place.account_id?.toLowerCase() ?? null) &&
      known.position_ticket === (place.position_ticket ?? null);
    if (!isHere) throw new AppError('picture_conflict');
    return known;
  }
  if (place.day === undefined) await expectTrade(db, userId, place);
  const beside = await listPicturesOf(
    db,
    userId,
    place.day === undefined ? { trades: [place], days: [] } : { trades: [], days: [place.day] },
  );
  if (beside.length >= JOURNAL_PICTURES_MAX)
    throw new AppError('picture_limit_reached', { details: { limit: JOURNAL_PICTURES_MAX } });
  const { plan } = await readEntitlements({ ...deps, db }, userId);
  const limit = JOURNAL_PICTURES_ALLOWED[plan.name];
  const actual = await countPictures(db, userId);
  if (actual >= limit)
    throw new AppError('pictures_full', { details: { plan_name: plan.name, limit, actual } });
  return null;
}

/** Two pages that add at the same moment do so one after the other, so that no limit is passed. */
async function holdPictures(tx: Db, userId: UserId): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}
