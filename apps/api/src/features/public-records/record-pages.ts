import { createHash } from 'node:crypto';
import type { Brand } from '@quorate/contract/brand';
import { basePathOf, LANGUAGES, type Language } from '@quorate/values/languages';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../http/app-error.ts';
import type { RecordPages } from '../../http/site.ts';
import { i18nOf } from '../../words/i18n.ts';
import type { Published, PublishedRecords } from './published.service.ts';
import { recordPicture } from './record-picture.ts';
import { recordWords } from './record-words.ts';

const PICTURES_KEPT = 40;

/** What the page of a record says in its head, by its name. */
export function recordPages(published: PublishedRecords, publicUrl: string): RecordPages {
  const { origin } = new URL(publicUrl);
  return {
    async head(name, language) {
      const found = await published.find(name);
      if (!found) return null;
      const { title, description } = recordWords(found.record, i18nOf(language));
      const url = (of: Language) => `${origin}${basePathOf(of)}/record/${found.row.name}`;
      return {
        places: {
          recordName: found.row.name,
          recordTitle: title,
          recordDescription: description,
          recordUrl: url(language),
          recordPicture: `${url(language)}/picture.png?${tagOf(found)}`,
        },
        listed: found.row.listed,
      };
    },
  };
}

/** Another one for other figures: who shows a picture asks for it again. */
function tagOf({ text }: Published): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Serves the picture of a record for each language. It is drawn once for the same figures. */
export function registerRecordPictures(
  app: FastifyInstance,
  published: PublishedRecords,
  brand: Pick<Brand, 'name'>,
): void {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: PICTURES_KEPT });
  for (const language of LANGUAGES)
    app.get(`${basePathOf(language)}/record/:name/picture.png`, async (request, reply) => {
      const { name } = request.params as { name: string };
      reply.header('cache-control', 'no-store');
      const found = await published.find(name);
      if (!found) throw new AppError('not_found');
      const key = `${language} ${tagOf(found)}`;
      const drawing = kept.get(key) ?? recordPicture(found.record, brand.name, i18nOf(language));
      kept.set(key, drawing);
      drawing.catch(() => kept.delete(key));
      return reply.type('image/png').send(await drawing);
    });
}
