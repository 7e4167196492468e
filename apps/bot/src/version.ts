import { RELEASE_FACTS } from './desktop/release-facts.ts';

export const VERSION = RELEASE_FACTS.version;
