import type { CheckGroup } from '../check.ts';

const ACCOUNT = 'apps/api/src/features/account';

export const ACCOUNTS: CheckGroup = {
  title: 'Accounts',
  checks: [
    {
      id: '1',
      promise: 'A known and an unknown account get the same answer by the same work',
      tests: [
        `${ACCOUNT}/sign-in/enumeration.test.ts › takes the same work at`,
        `${ACCOUNT}/sign-in/enumeration.test.ts › at every one of them once the limit is reached`,
      ],
    },
    {
      id: '2',
      promise: 'Their times differ by less than 2 ms in the median of 500 pairs',
      tests: [
        `${ACCOUNT}/passwords.test.ts › finds no password right for an account that has none, and takes as long over it`,
      ],
      benches: ['accounts.timing'],
    },
    {
      id: '3',
      promise: 'Mail is queued, never sent within a request',
      tests: [
        `${ACCOUNT}/mail-requests/mail-requests.test.ts › is answered once, however many services work at it`,
        'apps/api/src/mail/outbox.test.ts › loses nothing while the server is down',
      ],
    },
    {
      id: '4',
      promise: 'Only the right password learns that an address waits to be verified',
      tests: [
        `${ACCOUNT}/account.test.ts › mails a link that verifies the address, after which the person can sign in by name or address`,
        `${ACCOUNT}/sign-in/throttle.test.ts › are not what a right password is that opens nothing yet`,
      ],
    },
    {
      id: '5',
      promise: 'Ten failures in 15 minutes of an account, a hundred an hour of an address, no lock',
      tests: [
        `${ACCOUNT}/sign-in/throttle.test.ts › are ten in 15 minutes when twenty come at once, for a known name as for an unknown one`,
        `${ACCOUNT}/sign-in/throttle.test.ts › are a hundred an hour from one address, and a sign-in that succeeds is none`,
        `${ACCOUNT}/sign-in/throttle.test.ts › of strangers do not lock the owner out where the owner has signed in before`,
      ],
    },
    {
      id: '6',
      promise: 'A forged X-Forwarded-For gains nothing',
      tests: [
        `${ACCOUNT}/sign-in/throttle.test.ts › count the address that a request came from, whatever X-Forwarded-For says`,
        `${ACCOUNT}/sign-in/throttle.test.ts › count what the proxy saw, whatever the client had written before it`,
      ],
    },
    {
      id: '7',
      promise: 'Tokens have 256 bits, are stored as hashes, and stand in no log',
      tests: [
        `${ACCOUNT}/account.test.ts › stores neither the password nor any token as they are`,
        'apps/api/test/contract/logs.test.ts › holds no token, password or text of a caller, whichever call it is',
        `${ACCOUNT}/sign-in/no-secret-logged.test.ts › holds a token, a password or a code, whatever happens and however much is logged`,
      ],
    },
    {
      id: '8',
      promise: 'A mailed link works once of fifty uses at once, 24 hours or 30 minutes',
      tests: [
        `${ACCOUNT}/mailed-links.test.ts › that verifies works once of fifty uses at once`,
        `${ACCOUNT}/mailed-links.test.ts › that resets works once of fifty uses at once, and the one that won has set the password`,
        `${ACCOUNT}/mailed-links.test.ts › is not used up by a password that is refused, nor by a service that is busy`,
        `${ACCOUNT}/mailed-links.test.ts › verifies until the last millisecond of 24 hours and resets until that of 30 minutes`,
      ],
    },
    {
      id: '9',
      promise: 'A sign-out or reset ends sessions within a second everywhere; 7 idle days, 30 days',
      tests: [
        'apps/api/src/server.process.test.ts › a session that ends at one service is refused within a second by every other on its database',
        `${ACCOUNT}/sessions/ended-everywhere.test.ts › that is signed out or reset is refused within a second by every other service on the database`,
        `${ACCOUNT}/account.test.ts › ends after 7 idle days, and after 30 days whatever happens`,
      ],
    },
    {
      id: '10',
      promise: 'Passwords have 8 to 128 characters, are never cut, and are none of the common ones',
      tests: [
        `${ACCOUNT}/password-rules.test.ts › is refused at sign-up after the checks of the specification, and counts as no sign-up`,
        `${ACCOUNT}/password-rules.test.ts › may not have 129 characters, nor 65 emoji`,
      ],
    },
    {
      id: '11',
      promise: 'Passwords are checked a few at a time, twenty wait, everybody else is sent away',
      tests: [
        `${ACCOUNT}/passwords.test.ts › works on a few at a time, lets twenty wait, and sends everybody else away at once`,
        `${ACCOUNT}/passwords.test.ts › answers 503 with Retry-After, and counts nobody who was sent away as failed`,
      ],
      benches: ['accounts.sign-in-load'],
    },
    {
      id: '12',
      promise: 'Links in mails ignore the Host header',
      tests: [
        `${ACCOUNT}/account.test.ts › builds links on PUBLIC_URL whatever the Host header says`,
      ],
    },
  ],
};
