import type { Document } from './document.ts';
import {
  BEST_PRACTICES,
  DASHBOARD_FEATURES,
  FIRST_SESSION,
  TROUBLESHOOTING,
} from './guide-running.ts';
import { ACCOUNT_SETUP, BOT_CONFIGURATION, REQUIREMENTS, TERMINAL_SETUP } from './guide-setup.ts';

/**
 * The setup guide, in the order in which a new user needs it.
 *
 * @example GUIDE.sections.flatMap(({ blocks }) => blocks).filter(({ kind }) => kind === 'steps')
 */
export const GUIDE: Document = {
  path: '/guide',
  title: 'Setup Guide',
  sections: [
    REQUIREMENTS,
    TERMINAL_SETUP,
    ACCOUNT_SETUP,
    BOT_CONFIGURATION,
    FIRST_SESSION,
    DASHBOARD_FEATURES,
    TROUBLESHOOTING,
    BEST_PRACTICES,
  ],
};
