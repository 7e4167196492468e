import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ApiError, badRequest } from '../engine/api-error.ts';
import { type Emulator, newId } from '../engine/emulator.ts';
import { EVENT_NAMES, EVENT_TYPES } from '../engine/event-types.ts';
import { replay } from '../engine/events.ts';
import { isAsked, one, page, queryOf } from '../http/envelope.ts';
import { neededText, parse } from '../http/parse.ts';
import { secretOf } from '../model/ids.ts';
import type { NotificationSetting } from '../model/records.ts';
import { found, given } from './catalogue.routes.ts';

type WithId = { Params: { id: string } };

const MOST_DESTINATIONS = 10;

const fields = {
  description: neededText,
  destination: neededText,
  subscribed_events: z.array(z.string().refine((name) => EVENT_NAMES.has(name), 'is no event')),
  api_version: z.int().nullable().optional(),
  include_sensitive_fields: z.boolean().nullable().optional(),
  traffic_source: z.enum(['platform', 'simulation', 'all']).nullable().optional(),
};
const createSchema = z.object({ ...fields, type: z.enum(['url', 'email']).default('url') });
const changeSchema = z.object({ ...fields, active: z.boolean() }).partial();

/** Events, where they are sent, and what became of each sending. */
export function notificationRoutes(app: FastifyInstance, emulator: Emulator): void {
  const { state } = emulator;

  app.get('/event-types', async (request) => one(request, EVENT_TYPES));
  app.get('/events', async (request) => {
    const query = queryOf(request);
    const rows = [...state.events.values()].filter((each) =>
      isAsked(query.event_type, each.event_type),
    );
    const show = (event: object) => ({ ...event, notification_id: null });
    return page(request, emulator.url(), rows, (each) => each.event_id, show);
  });

  app.get('/notifications', async (request) => {
    const query = queryOf(request);
    const search = query.search ?? '';
    const rows = [...state.notifications.values()].filter(
      (each) =>
        isAsked(query.notification_setting_id, each.notification_setting_id) &&
        isAsked(query.status, each.status) &&
        (query.from === undefined || Date.parse(each.occurred_at) >= Date.parse(query.from)) &&
        (query.to === undefined || Date.parse(each.occurred_at) <= Date.parse(query.to)) &&
        `${each.id} ${each.type} ${JSON.stringify(each.payload.data)}`.includes(search),
    );
    return page(request, emulator.url(), rows, ({ id }) => id);
  });
  app.get<WithId>('/notifications/:id', async (request) =>
    one(request, found(state.notifications, 'Notification', request.params.id)),
  );
  app.get<WithId>('/notifications/:id/logs', async (request) => {
    const { id } = found(state.notifications, 'Notification', request.params.id);
    return page(request, emulator.url(), state.notificationLogs.get(id) ?? [], (log) => log.id);
  });
  app.post<WithId>('/notifications/:id/replay', async (request, reply) => {
    const notification = found(state.notifications, 'Notification', request.params.id);
    if (notification.status !== 'delivered' && notification.status !== 'failed') {
      throw badRequest('notification_not_finished', `${notification.id} is still being sent`);
    }
    found(state.notificationSettings, 'Notification setting', notification.notification_setting_id);
    const { id } = replay(emulator, notification);
    return reply.code(202).send(one(request, { notification_id: id }));
  });

  app.get('/notification-settings', async (request) => {
    const query = queryOf(request);
    const rows = [...state.notificationSettings.values()].filter(
      (each) =>
        isAsked(query.active, String(each.active)) &&
        isAsked(query.traffic_source, each.traffic_source),
    );
    return page(request, emulator.url(), rows, ({ id }) => id, shown);
  });
  app.post('/notification-settings', async (request, reply) => {
    const setting = createSetting(emulator, parse(createSchema, request.body));
    return reply.code(201).send(one(request, shown(setting)));
  });
  app.get<WithId>('/notification-settings/:id', async (request) =>
    one(request, shown(findSetting(emulator, request.params.id))),
  );
  app.patch<WithId>('/notification-settings/:id', async (request) => {
    const setting = findSetting(emulator, request.params.id);
    const change = given(parse(changeSchema, request.body));
    refuseBadDestination(setting.type, change.destination ?? setting.destination);
    Object.assign(setting, change);
    emulator.changed();
    return one(request, shown(setting));
  });
  app.delete<WithId>('/notification-settings/:id', async (request, reply) => {
    const { id } = findSetting(emulator, request.params.id);
    state.notificationSettings.delete(id);
    emulator.changed();
    return reply.code(204).send();
  });
}

/** A destination with its first secret. */
export function createSetting(
  emulator: Emulator,
  input: z.output<typeof createSchema> & { secret?: string | undefined },
): NotificationSetting {
  refuseBadDestination(input.type, input.destination);
  const { notificationSettings } = emulator.state;
  if (notificationSettings.size >= MOST_DESTINATIONS) {
    throw badRequest('notification_maximum_active_settings_reached', 'There are 10 already.');
  }
  const id = newId(emulator, 'ntfset');
  const setting: NotificationSetting = {
    id,
    description: input.description,
    type: input.type,
    destination: input.destination,
    active: true,
    api_version: input.api_version ?? 1,
    include_sensitive_fields: input.include_sensitive_fields ?? false,
    traffic_source: input.traffic_source ?? 'platform',
    subscribed_events: input.subscribed_events,
    secrets: [{ key: input.secret ?? newSecret(emulator, id, 1), expires_at: null }],
  };
  notificationSettings.set(id, setting);
  emulator.changed();
  return setting;
}

/** Gives a destination a new secret; the ones before go on signing until a moment. */
export function rotateSecret(
  emulator: Emulator,
  setting: NotificationSetting,
  oldUntil: string,
): string {
  const key = newSecret(emulator, setting.id, setting.secrets.length + 1);
  const older = setting.secrets.map((secret) => ({
    ...secret,
    expires_at: secret.expires_at ?? oldUntil,
  }));
  setting.secrets = [{ key, expires_at: null }, ...older];
  emulator.changed();
  return key;
}

/** @throws ApiError 404 when there is none */
export function findSetting(emulator: Emulator, id: string): NotificationSetting {
  return found(emulator.state.notificationSettings, 'Notification setting', id);
}

function newSecret(emulator: Emulator, id: string, version: number): string {
  const secret = secretOf(`webhook:${id}:${version}`, emulator.state.seed);
  return `pdl_${id}_${secret.slice(0, 32)}`;
}

function shown({ secrets, ...setting }: NotificationSetting): object {
  return {
    ...setting,
    subscribed_events: EVENT_TYPES.filter(({ name }) => setting.subscribed_events.includes(name)),
    endpoint_secret_key: secrets[0]?.key ?? '',
  };
}

function refuseBadDestination(type: string, destination: string): void {
  if (type !== 'url') return;
  const protocol = URL.parse(destination)?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return;
  throw new ApiError(400, 'bad_request', 'Invalid request.', {
    errors: [{ field: 'destination', message: 'must be an http or https address' }],
  });
}
