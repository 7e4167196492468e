import { getApiDocument } from '@quorate/contract/api-document';
import type { Brand } from '@quorate/contract/brand';
import { openApiDocument } from '@quorate/contract/openapi/document';
import type { Route } from '../../http/endpoint.ts';
import { VERSION } from '../../process/version.ts';

/** The document is made when it is first asked for: few ask, and it takes longer than any other call. */
export function registerApiDocument(
  route: Route,
  { brand, publicUrl }: { brand: Brand; publicUrl: string },
): void {
  let made: { document: ReturnType<typeof openApiDocument>; json: string } | undefined;
  route(getApiDocument, async (_input, { reply }) => {
    if (!made) {
      const document = openApiDocument({ title: brand.name, version: VERSION, url: publicUrl });
      made = { document, json: JSON.stringify(document) };
    }
    const { document, json } = made;
    // Written out for each of many callers it would keep everybody else waiting.
    reply.type('application/json; charset=utf-8').serializer(() => json);
    return document;
  });
}
