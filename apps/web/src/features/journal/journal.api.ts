import type { CallInput } from '@quorate/contract/endpoint';
import {
  addJournalPicture,
  type DayEntry,
  getDayJournal,
  getJournalPicture,
  getTradeJournal,
  type JournalPicture,
  listJournal,
  listJournalTags,
  removeJournalPicture,
  removeJournalTag,
  renameJournalTag,
  saveDayJournal,
  saveTradeJournal,
  type TagKind,
  type TradeEntry,
  tradeEntry,
} from '@quorate/contract/journal';
import { getNotifications, saveNotifications } from '@quorate/contract/notifications';
import { listWeeklyReviews } from '@quorate/contract/weekly-review';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answerOf, callApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';

/** What is written about. */
export type Place =
  | Readonly<{ accountId: string; positionTicket: string; day?: undefined }>
  | Readonly<{ day: string }>;

/** What can be written; a day has no set-up. */
export type Words = Readonly<{ note: string; tags: readonly string[]; setup: string | null }>;

export type PlaceJournal = Readonly<{ entry: TradeEntry; pictures: readonly JournalPicture[] }>;

const keyOf = (userId: string) => ['journal', userId];
const placeKey = (userId: string, place: Place) => [...keyOf(userId), 'place', placeName(place)];

/** @example placeName({ day: '2026-03-02' }) // 'day 2026-03-02' */
export function placeName(place: Place): string {
  return place.day === undefined
    ? `trade ${place.accountId} ${place.positionTicket}`
    : `day ${place.day}`;
}

export function usePlaceJournal(userId: string, place: Place) {
  return useQuery({
    queryKey: placeKey(userId, place),
    queryFn: ({ signal }) => readPlace(place, signal),
    // What is being typed is not replaced while somebody looks elsewhere for a moment.
    refetchOnWindowFocus: false,
  });
}

async function readPlace(place: Place, signal: AbortSignal): Promise<PlaceJournal> {
  if (place.day === undefined) {
    const params = { account_id: place.accountId, position_ticket: place.positionTicket };
    return callApi(getTradeJournal, { params }, { signal });
  }
  const reply = await callApi(getDayJournal, { params: { day: place.day } }, { signal });
  return { ...reply, entry: withSetup(reply.entry) };
}

function withSetup(entry: DayEntry): TradeEntry {
  return { ...entry, setup: null };
}

/** @throws ApiError journal_conflict; `newerEntry` reads the entry that is kept */
export async function saveWords(
  place: Place,
  { note, tags, setup }: Words,
  seen: string | null,
): Promise<TradeEntry> {
  if (place.day === undefined) {
    const params = { account_id: place.accountId, position_ticket: place.positionTicket };
    const body = { note, tags: [...tags], setup, seen };
    return (await callApi(saveTradeJournal, { params, body })).entry;
  }
  const body = { note, tags: [...tags], seen };
  return withSetup((await callApi(saveDayJournal, { params: { day: place.day }, body })).entry);
}

/** The entry that a refusal names; null where it was refused for something else. */
export function newerEntry(error: unknown): TradeEntry | null {
  if (!(error instanceof ApiError) || error.code !== 'journal_conflict') return null;
  try {
    return tradeEntry.parse(JSON.parse(String(error.details.current)));
  } catch {
    return null;
  }
}

/** Everything that shows entries is read again; the entry itself is known already. */
export function useTellSaved(userId: string, place: Place) {
  const client = useQueryClient();
  return (entry: TradeEntry) => {
    client.setQueryData<PlaceJournal>(
      placeKey(userId, place),
      (known) => known && { ...known, entry },
    );
    for (const part of ['feed', 'tags'])
      void client.invalidateQueries({ queryKey: [...keyOf(userId), part] });
  };
}

const FEED_SIZE = 25;

export type FeedFilter = Readonly<{ tag: string; setup: string; text: string; page: number }>;

export function useFeed(userId: string, timeZone: string, { tag, setup, text, page }: FeedFilter) {
  const query = {
    page,
    per_page: FEED_SIZE,
    time_zone: timeZone,
    ...(tag && { tag }),
    ...(setup && { setup }),
    ...(text && { text }),
  };
  return useQuery({
    queryKey: [...keyOf(userId), 'feed', query],
    queryFn: ({ signal }) => callApi(listJournal, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useJournalTags(userId: string) {
  return useQuery({
    queryKey: [...keyOf(userId), 'tags'],
    queryFn: ({ signal }) => callApi(listJournalTags, {}, { signal }),
  });
}

type TagChange = Readonly<{ kind: TagKind; name: string; to: string | null }>;

/** Renames a tag or set-up, or takes it out of all entries. @returns how many entries were changed */
export function useChangeTag(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kind, name, to }: TagChange) => {
      const { changed } =
        to === null
          ? await callApi(removeJournalTag, { body: { kind, name } })
          : await callApi(renameJournalTag, { body: { kind, from: name, to } });
      return changed;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(userId) }),
  });
}

/** A picture that is on its way keeps its id: sent again, it is the same one. */
export async function sendPicture(place: Place, id: string, file: Blob): Promise<JournalPicture> {
  const query: CallInput<typeof addJournalPicture>['query'] =
    place.day === undefined
      ? { account_id: place.accountId, position_ticket: place.positionTicket }
      : { day: place.day };
  const body = new Uint8Array(await file.arrayBuffer());
  return (await callApi(addJournalPicture, { params: { picture_id: id }, query, body })).picture;
}

export async function deletePicture(id: string): Promise<void> {
  await callApi(removeJournalPicture, { params: { picture_id: id } });
}

export function useTellPictures(userId: string, place: Place) {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: [...keyOf(userId), 'feed'] });
    await client.invalidateQueries({ queryKey: placeKey(userId, place) });
  };
}

/** A picture as an address that an image takes: pages of the site load images from no other place. */
export function usePicture(userId: string, id: string, size: 'full' | 'thumb') {
  return useQuery({
    queryKey: [...keyOf(userId), 'picture', id, size],
    queryFn: ({ signal }) =>
      answerOf(
        getJournalPicture,
        { params: { picture_id: id }, query: { size } },
        async (response) => dataAddress(await response.blob()),
        { signal, accept: 'image/webp' },
      ),
    // A picture does not change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 300_000,
  });
}

function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () =>
      typeof reader.result === 'string' ? resolve(reader.result) : resolve('');
    reader.onerror = () => reject(reader.error ?? new Error('the picture could not be read'));
    reader.readAsDataURL(blob);
  });
}

const REVIEWS_SIZE = 1;

export function useWeeklyReviews(userId: string, timeZone: string, page: number) {
  return useQuery({
    queryKey: [...keyOf(userId), 'reviews', timeZone, page],
    queryFn: ({ signal }) =>
      callApi(
        listWeeklyReviews,
        { query: { page, per_page: REVIEWS_SIZE, time_zone: timeZone } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

const settingsKey = (userId: string) => ['notifications', userId, 'review'];

/** Whether the review comes by mail; the viewer's zone becomes the user's where none is known. */
export function useReviewMail(userId: string, timeZone: string) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: settingsKey(userId),
    queryFn: async ({ signal }) => (await callApi(getNotifications, {}, { signal })).settings,
  });
  const save = useMutation({
    mutationFn: async (on: boolean) =>
      (
        await callApi(saveNotifications, {
          body: { weekly_review_mail: on, time_zone: timeZone },
        })
      ).settings,
    onSuccess: (settings) => client.setQueryData(settingsKey(userId), settings),
  });
  const isUnknown = query.data !== undefined && query.data.time_zone === null;
  const { mutate, isIdle } = save;
  const on = query.data?.weekly_review_mail ?? true;
  useEffect(() => {
    if (isUnknown && isIdle) mutate(on);
  }, [isUnknown, isIdle, mutate, on]);
  return { settings: query.data, save };
}
