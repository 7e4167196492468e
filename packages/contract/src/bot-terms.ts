// Apart from the calls, so that what only shows a bot loads without the validator.

/**
 * A bot that has not been heard of for this long, and did not say that it ends, is silent. A heartbeat comes
 * every 10 s; one whose answer is lost costs up to 41 s (30 s until it is given up, 10 s held before). With
 * the time of noticing its owner is told within 60 s.
 */
export const SILENT_AFTER_S = 45;
