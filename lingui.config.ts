import type { LinguiConfig } from '@lingui/conf';

const config: LinguiConfig = {
  locales: ['en'],
  sourceLocale: 'en',
  catalogs: [],
  runtimeConfigModule: {
    i18n: ['@quorate/ui/i18n', 'i18n'],
    Trans: ['@quorate/ui/i18n', 'Trans'],
  },
};

export default config;
