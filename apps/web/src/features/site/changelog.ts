import text from '../../../../../CHANGELOG.md?raw';
import { readChangelog } from './read-changelog.ts';

export const CHANGELOG = readChangelog(text);
