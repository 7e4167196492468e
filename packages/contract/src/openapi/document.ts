import type { Endpoint } from '../endpoint.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { failureReply } from '../errors.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';
import { anywhere, operationOf } from './operation.ts';
import { TAGS } from './tags.ts';

export type OpenApiDocument = Readonly<{
  openapi: '3.1.0';
  info: Readonly<{ title: string; version: string; description: string }>;
  servers: ReadonlyArray<{ url: string }>;
  tags: typeof TAGS;
  paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  components: JsonSchema;
}>;

/**
 * Every call of the contract as an OpenAPI 3.1 document.
 *
 * @param service.url origin without a slash at its end
 * @example openApiDocument({ title: 'Quorate', version: '0.1.0', url: 'https://quorate.example' })
 */
export function openApiDocument(
  service: Readonly<{ title: string; version: string; url: string }>,
  endpoints: Readonly<Record<string, Endpoint>> = ENDPOINTS,
): OpenApiDocument {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operationOf(name, endpoint),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: service.title,
      version: service.version,
      description:
        'Every call of the service. Lists come in pages; every write can be sent twice; a failure has one shape, with a code to go by and a sentence to show. Unknown fields of a reply are to be passed over: replies grow.',
    },
    servers: [{ url: service.url }],
    tags: TAGS,
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The access token of a sign-in, or of a device: `POST /login`, or `POST /api/devices/claim` with a code from the dashboard.',
        },
      },
      responses: { Anywhere: anywhere() },
      schemas: { Failure: jsonSchemaOf(failureReply, 'output') },
    },
  };
}
