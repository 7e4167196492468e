import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** Made of this contract, so that it cannot say anything else than the calls do. */
export const getApiDocument = defineEndpoint({
  method: 'GET',
  path: '/api/openapi.json',
  auth: 'none',
  summary: 'Every call as an OpenAPI 3.1 document',
  reply: z.looseObject({ openapi: z.string() }),
  errors: [],
});
