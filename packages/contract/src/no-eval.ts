import { z } from 'zod';

// Zod tries once whether it may make code from text. The policy of our pages forbids that, and the browser
// reports the try as a violation although Zod takes the refusal well.
if ('document' in globalThis) z.config({ jitless: true });
