import { t } from '@lingui/core/macro';

/** In this order: every browser's words name the ones it wants to be taken for as well. */
const BROWSERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bEdgA?\//, t`Edge`],
  [/\bOPR\//, t`Opera`],
  [/\bSamsungBrowser\//, t`Samsung Internet`],
  [/\b(Firefox|FxiOS)\//, t`Firefox`],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, t`Chrome`],
  [/\bSafari\//, t`Safari`],
];

const SYSTEMS: ReadonlyArray<readonly [RegExp, string]> = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, t`Android`],
  [/Windows/, t`Windows`],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, t`Mac`],
  [/Linux/, t`Linux`],
];

/**
 * What a person would call the browser at hand.
 *
 * @param userAgent `navigator.userAgent`
 * @example browserName('… (X11; Linux x86_64) … Firefox/140.0') // 'Firefox on Linux'
 */
export function browserName(userAgent: string): string {
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1] ?? t`Browser`;
  const system = SYSTEMS.find(([sign]) => sign.test(userAgent))?.[1];
  return system ? t`${browser} on ${system}` : browser;
}

/**
 * What a session is called: a browser on a system in the reader's language, and what a device calls itself as it is.
 *
 * @param name as the service has it in English, such as 'Firefox on Linux'
 */
export function browserWords(name: string): string {
  if (name === 'Unknown browser') return t`Unknown browser`;
  const [, browser, system] = /^(\S.*) on (\S.*)$/.exec(name) ?? [];
  return browser && system ? t`${browser} on ${system}` : name;
}
