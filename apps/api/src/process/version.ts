import packageJson from '../../package.json' with { type: 'json' };

export const VERSION = packageJson.version;

/** The build puts the commit that it is of in its place; what runs from its sources has none. */
declare const QUORATE_COMMIT: string | undefined;

/** The very program, as `0.1.0+3e0069f1`; from sources the version alone. */
export const BUILD =
  typeof QUORATE_COMMIT === 'undefined' ? VERSION : `${VERSION}+${QUORATE_COMMIT}`;
