/** The user whom the live demo shows: the service's own, the same on every service. */
export const DEMO_USER_ID = '00000000-0000-7000-8000-0000000de300';

/** A bearer token that everybody may know: it reads the demo's dashboard where there is a demo, and does nothing else. */
export const DEMO_TOKEN = 'live-demo-read-only-for-everybody';
