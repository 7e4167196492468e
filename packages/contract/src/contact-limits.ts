/** In characters. Apart from the schema, so that the page with the form need not load a validator. */
export const CONTACT_LIMITS = { name: 100, subject: 150, message: 5_000 } as const;
