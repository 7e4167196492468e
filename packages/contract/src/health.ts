import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

export const getHealth = defineEndpoint({
  method: 'GET',
  path: '/healthz',
  auth: 'none',
  summary: 'Whether the process runs; touches nothing else',
  reply: z.object({ status: z.literal('ok'), version: z.string() }),
  errors: [],
});

export const getReadiness = defineEndpoint({
  method: 'GET',
  path: '/readyz',
  auth: 'none',
  summary: 'Whether the service can take work: its database answers',
  reply: z.object({ status: z.literal('ready'), database: z.enum(['embedded', 'postgresql']) }),
  errors: ['service_unavailable'],
});
