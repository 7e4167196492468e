import {
  getDayJournal,
  getTradeJournal,
  listJournal,
  listJournalDays,
  listJournalTags,
  removeJournalTag,
  renameJournalTag,
  saveDayJournal,
  saveTradeJournal,
} from '@quorate/contract/journal';
import { listWeeklyReviews } from '@quorate/contract/weekly-review';
import type { Route } from '../../http/endpoint.ts';
import {
  type JournalDeps,
  listDayEntries,
  readDayEntry,
  readTradeEntry,
  saveDayEntry,
  saveTradeEntry,
} from './entries.service.ts';
import { readFeed } from './feed.service.ts';
import { listPicturesOf, toPicture } from './pictures/pictures.queries.ts';
import { registerPictures } from './pictures/pictures.routes.ts';
import { listTags, removeTag, renameTag } from './tags.service.ts';
import { readWeeklyReviews } from './weekly/weekly-reviews.service.ts';

export function registerJournal(route: Route, deps: JournalDeps): void {
  const { db } = deps;

  route(listJournal, async ({ query }, { user }) => ({
    success: true,
    ...(await readFeed(db, user.id, query)),
  }));

  route(getTradeJournal, async ({ params }, { user }) => {
    const entry = await readTradeEntry(db, user.id, params);
    const pictures = await listPicturesOf(db, user.id, { trades: [params], days: [] });
    return { success: true, entry, pictures: pictures.map(toPicture) };
  });

  route(saveTradeJournal, async ({ params, body }, { user }) => ({
    success: true,
    entry: await saveTradeEntry(deps, user.id, params, body),
  }));

  route(listJournalDays, async ({ query }, { user }) => ({
    success: true,
    ...(await listDayEntries(db, user.id, query)),
  }));

  route(getDayJournal, async ({ params }, { user }) => {
    const entry = await readDayEntry(db, user.id, params.day);
    const pictures = await listPicturesOf(db, user.id, { trades: [], days: [params.day] });
    return { success: true, entry, pictures: pictures.map(toPicture) };
  });

  route(saveDayJournal, async ({ params, body }, { user }) => ({
    success: true,
    entry: await saveDayEntry(deps, user.id, params.day, body),
  }));

  route(listJournalTags, async (_input, { user }) => ({
    success: true,
    ...(await listTags(db, user.id)),
  }));

  route(renameJournalTag, async ({ body }, { user }) => ({
    success: true,
    changed: await renameTag(deps, user.id, body),
  }));

  route(removeJournalTag, async ({ body }, { user }) => ({
    success: true,
    changed: await removeTag(deps, user.id, body),
  }));

  route(listWeeklyReviews, async ({ query }, { user, i18n }) => ({
    success: true,
    ...(await readWeeklyReviews(deps, i18n, user.id, query)),
  }));

  registerPictures(route, deps);
}
