import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { badRequest } from '../engine/api-error.ts';
import { type Emulator, newId, nowIso } from '../engine/emulator.ts';
import { EVENT_NAMES, EVENT_TYPES } from '../engine/event-types.ts';
import { notify } from '../engine/events.ts';
import { isAsked, one, page, queryOf } from '../http/envelope.ts';
import { idSchema, neededText, parse } from '../http/parse.ts';
import type { Simulation, SimulationRun } from '../model/records.ts';
import { found, given } from './catalogue.routes.ts';
import { findSetting } from './notification.routes.ts';

type WithId = { Params: { id: string } };
type WithIds = { Params: { id: string; run: string } };

const fields = {
  notification_setting_id: idSchema,
  name: neededText,
  type: z.string().refine((name) => EVENT_NAMES.has(name), 'is no event of this emulator'),
  payload: z.record(z.string(), z.unknown()).nullable().optional(),
};
const createSchema = z.object(fields);
const changeSchema = z.object({ ...fields, status: z.enum(['active', 'archived']) }).partial();

/** Single events sent to a destination without anything having happened. */
export function simulationRoutes(app: FastifyInstance, emulator: Emulator): void {
  const { simulations, simulationRuns } = emulator.state;

  app.get('/simulation-types', async (request) =>
    one(
      request,
      EVENT_TYPES.map(({ name, description, group }) => ({
        name,
        label: name,
        description,
        group,
        type: 'single_event',
        events: [name],
      })),
    ),
  );
  app.post('/simulations', async (request, reply) => {
    const input = parse(createSchema, request.body);
    findSetting(emulator, input.notification_setting_id);
    const now = nowIso(emulator);
    const simulation: Simulation = {
      id: newId(emulator, 'ntfsim'),
      status: 'active',
      notification_setting_id: input.notification_setting_id,
      name: input.name,
      type: input.type,
      payload: input.payload ?? exampleOf(emulator, input.type),
      config: null,
      last_run_at: null,
      created_at: now,
      updated_at: now,
    };
    simulations.set(simulation.id, simulation);
    return reply.code(201).send(one(request, simulation));
  });
  app.get('/simulations', async (request) => {
    const query = queryOf(request);
    const rows = [...simulations.values()].filter(
      (each) => isAsked(query.id, each.id) && isAsked(query.status, each.status),
    );
    return page(request, emulator.url(), rows, ({ id }) => id);
  });
  app.get<WithId>('/simulations/:id', async (request) =>
    one(request, found(simulations, 'Simulation', request.params.id)),
  );
  app.patch<WithId>('/simulations/:id', async (request) => {
    const simulation = found(simulations, 'Simulation', request.params.id);
    Object.assign(simulation, given(parse(changeSchema, request.body)), {
      updated_at: nowIso(emulator),
    });
    return one(request, simulation);
  });
  app.post<WithId>('/simulations/:id/runs', async (request, reply) => {
    const simulation = found(simulations, 'Simulation', request.params.id);
    return reply.code(201).send(one(request, run(emulator, simulation)));
  });
  app.get<WithId>('/simulations/:id/runs', async (request) => {
    const { id } = found(simulations, 'Simulation', request.params.id);
    const rows = [...simulationRuns.values()].filter((each) => each.simulation_id === id);
    return page(request, emulator.url(), rows, (each) => each.id);
  });
  app.get<WithIds>('/simulations/:id/runs/:run', async (request) =>
    one(request, found(simulationRuns, 'Simulation run', request.params.run)),
  );
}

function run(emulator: Emulator, simulation: Simulation): SimulationRun {
  const setting = findSetting(emulator, simulation.notification_setting_id);
  const now = nowIso(emulator);
  const event = {
    event_id: newId(emulator, 'ntfsimevt'),
    event_type: simulation.type,
    occurred_at: now,
    data: simulation.payload,
  };
  const { id } = notify(emulator, setting, event, 'event');
  const record: SimulationRun = {
    id: newId(emulator, 'ntfsimrun'),
    simulation_id: simulation.id,
    status: 'completed',
    type: simulation.type,
    notification_ids: [id],
    created_at: now,
    updated_at: now,
  };
  emulator.state.simulationRuns.set(record.id, record);
  simulation.last_run_at = now;
  return record;
}

/** The newest real event of a type stands model: it has every field. */
function exampleOf(emulator: Emulator, type: string): unknown {
  const event = [...emulator.state.events.values()].findLast((each) => each.event_type === type);
  if (event) return structuredClone(event.data);
  throw badRequest(
    'simulation_payload_needed',
    `Send a payload: no ${type} has happened yet that could stand model`,
  );
}
