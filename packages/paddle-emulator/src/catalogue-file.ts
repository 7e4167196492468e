import { z } from 'zod';
import { idSchema, priceFields, productSchema } from './http/parse.ts';

/**
 * What a catalogue given at start looks like: the bodies of POST /products and POST /prices, with ids.
 *
 * @example catalogueFileSchema.parse(JSON.parse(text))
 */
export const catalogueFileSchema = z.object({
  products: z.array(productSchema.extend({ id: idSchema })),
  prices: z.array(z.object({ ...priceFields, id: idSchema, product_id: idSchema })),
});
