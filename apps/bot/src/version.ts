import { RELEASE_FACTS } from './release-facts.ts';

export const VERSION = RELEASE_FACTS.version;
