/** The expert that this bot deploys, as it names itself in its hello: `QUORATE_VERSION` in portable.mqh. */
export const EXPERT_VERSION = '1.2.0';
