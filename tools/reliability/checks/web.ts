import type { CheckGroup } from '../check.ts';

export const WEB: CheckGroup = {
  title: 'Pages',
  checks: [
    {
      id: '13',
      promise: 'A strict content policy; the provider’s hosts on the checkout alone',
      tests: [
        'apps/api/src/http/checkout-policy.test.ts › is that of the other pages, with the provider let in where it is needed',
        'e2e/checkout.spec.ts › no page but the checkout may load from the provider',
        'e2e/delivery.spec.ts › a script that somebody else wrote into the page does not run',
      ],
    },
    {
      id: '14',
      promise: 'Headers that keep an answer where it belongs',
      tests: [
        'apps/api/test/contract/replies.test.ts › comes with the headers that keep it where it belongs',
      ],
    },
    {
      id: '15',
      promise: 'Other sites are let read nothing',
      tests: [
        'apps/api/test/contract/replies.test.ts › is let read nothing, and is asked for nothing by a redirect',
        'apps/api/test/contract/replies.test.ts › gets no permission from the question whether it may call',
      ],
    },
    {
      id: '16',
      promise: 'Forty payloads of script in every text run nowhere',
      tests: [
        'e2e/xss.spec.ts › 40 payloads in all that the service answers stay text:',
        'e2e/xss.spec.ts › 40 payloads in what somebody types stay text:',
        'e2e/xss.spec.ts › 40 payloads in an address stay text:',
        'e2e/xss.spec.ts › 40 payloads in mails stay text, in the mailbox and in any mail program',
      ],
    },
    {
      id: '17',
      promise: 'No address of the site leads to another host',
      tests: [
        'apps/api/test/contract/replies.test.ts › is led nowhere by an address of the site with another host in it',
      ],
    },
    {
      id: '18',
      promise: 'Bearer tokens alone; reading changes nothing',
      tests: [
        'apps/api/test/contract/authorization.test.ts › takes no token from an address, a body or a cookie',
        'apps/api/test/contract/replies.test.ts › changes nothing that is stored, and HEAD answers as it does',
      ],
    },
  ],
};
