import assert from 'node:assert/strict';
import { it } from 'node:test';
import { getApiDocument } from '@quorate/contract/api-document';
import type { Endpoint } from '@quorate/contract/endpoint';
import { ENDPOINTS } from '@quorate/contract/endpoints';
import { openApiDocument } from '@quorate/contract/openapi/document';
import { Validator } from '@seriousme/openapi-schema-validator';
import { startTestService } from '../../../test/helpers/test-service.ts';

// @spec 10.27
it('the document of the API is valid OpenAPI 3.1 and has every call under its own name', async (t) => {
  const service = await startTestService(t);
  const document = await service.call(getApiDocument);
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  assert.ok(valid, JSON.stringify(errors));
  assert.equal(document.openapi, '3.1.0');
  const paths = document.paths as Record<string, Record<string, { operationId: string }>>;
  const names = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  assert.deepEqual(names.toSorted(), Object.keys(ENDPOINTS).toSorted());
  assert.equal(paths['/api/user/bots/{bot_id}/commands']?.post?.operationId, 'commandBot');
});

type Answer = { headers?: Record<string, unknown>; 'x-codes'?: { code: string }[] };

const { paths: PATHS } = openApiDocument({ title: 'T', version: '1', url: 'http://localhost' });

/** What the document says that a call may answer, by status. */
function answersOf(name: string): Record<string, Answer> {
  const { method, path } = (ENDPOINTS as Record<string, Endpoint>)[name] ?? assert.fail(name);
  const operations = PATHS[path.replace(/:(\w+)/g, '{$1}')];
  return operations?.[method.toLowerCase()]?.responses as Record<string, Answer>;
}

it('the document names the refusal of a device wherever only a browser may call', () => {
  for (const [name, { auth }] of Object.entries(ENDPOINTS)) {
    const codes = answersOf(name)['403']?.['x-codes']?.map(({ code }) => code) ?? [];
    const isForBrowsers = auth === 'user' || auth === 'admin';
    assert.equal(codes.includes('device_not_allowed'), isForBrowsers, name);
  }
});

it('the document says of every 429 and 503 that it comes with a wait', () => {
  for (const name of Object.keys(ENDPOINTS))
    for (const [status, { headers = {} }] of Object.entries(answersOf(name)))
      assert.equal('Retry-After' in headers, status === '429' || status === '503', name);
});

it('the document has the parts of a file that is sent in parts', () => {
  const successes = (name: string) =>
    Object.keys(answersOf(name)).filter((status) => Number(status) < 400);
  assert.deepEqual(successes('downloadDesktopInstaller'), ['200', '206', '304']);
  assert.deepEqual(successes('downloadLedger'), ['200']);
});
