/**
 * An open-source trading dashboard, frequi of August 2026, built as its makers build it and looked at by the
 * same Lighthouse on a machine of this size. It comes from no registry, so that it cannot be looked at
 * again in a run of ours: what was measured then stands here.
 */
export const PEER = {
  what: 'frequi, measured once in August 2026, not in this run',
  initialScriptKb: 273,
  largestPaintS: 5.1,
} as const;
