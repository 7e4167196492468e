import { getApiDocument } from '@quorate/contract/api-document';
import type { Brand } from '@quorate/contract/brand';
import { openApiDocument } from '@quorate/contract/openapi/document';
import type { Route } from '../../plugins/endpoint.ts';
import { VERSION } from '../../version.ts';

/** The document is made when it is first asked for: few ask, and it takes longer than any other call. */
export function registerApiDocument(
  route: Route,
  { brand, publicUrl }: { brand: Brand; publicUrl: string },
): void {
  let made: ReturnType<typeof openApiDocument> | undefined;
  route(getApiDocument, async () => {
    made ??= openApiDocument({ title: brand.name, version: VERSION, url: publicUrl });
    return made;
  });
}
