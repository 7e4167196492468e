import type { Plugin } from 'vite';

const ROUTER = /\/react-router\/dist\/production\/lib\/router\/router\.js$/;

/**
 * Parts of the router that no page of ours can reach, and what stands there instead: forms that post to
 * route actions, fetchers, routes that a server adds on the way, and instrumentation. The minifier then
 * drops the functions behind them, which are 4 KiB of what every public page loads.
 */
const CUTS: ReadonlyArray<readonly [part: string, instead: string]> = [
  [
    'else if (opts && opts.submission && isMutationMethod(opts.submission.formMethod)) {',
    'else if (false) {',
  ],
  ['\t\tfetch,\n\t\trevalidate,', '\t\tfetch: undefined,\n\t\trevalidate,'],
  ['\t\tpatchRoutes,\n', ''],
  ['init.patchRoutesOnNavigation', 'undefined'],
  ['init.instrumentations', 'undefined'],
  ['= consumeInstrumentationClientResultMetaReceiver(router);', '= undefined;'],
];

/** Cuts them out of what browsers get. A release that has other words there fails the build. */
export function leanRouter(): Plugin {
  return {
    name: 'quorate:lean-router',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: ROUTER },
      handler(code) {
        let lean = code;
        for (const [part, instead] of CUTS) {
          if (!lean.includes(part)) this.error(`React Router has no '${part.trim()}' any more`);
          lean = lean.replaceAll(part, instead);
        }
        return { code: lean, map: null };
      },
    },
  };
}
