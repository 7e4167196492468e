/** How to use the package, as its README says it. */
export function clientReadme(name: string): string {
  return `# ${name}

A typed client of the service's API: one function for each call, no dependencies, for Node 20 or newer and browsers.

\`\`\`ts
import { ApiError, createClient, pages } from '${name}';

// Security → Devices on the dashboard makes the code.
const url = 'https://the-service.example';
const { access_token } = await createClient({ url }).claimDevice({
  body: { code: 'ABCD-EFGH', device: { kind: 'bot', name: 'My program' } },
});

const client = createClient({ url, token: access_token });
try {
  for await (const { decisions } of pages(client.listDecisions)) console.log(decisions);
} catch (error) {
  if (error instanceof ApiError && error.code === 'rate_limited') console.log(error.retryAfterS);
  else throw error;
}
\`\`\`

- A refused call throws an \`ApiError\` with \`code\`, \`status\`, \`details\`, \`fields\`, \`requestId\` and \`retryAfterS\`; a call without an answer a \`NoAnswerError\`. Every write can be sent twice, so both may be tried again.
- Calls that only read are sent again automatically, twice, after no answer and when the service asks for patience.
- Every call takes \`{ signal, timeoutMs }\` as its second argument. Files and events have to begin within that time, and may last.
- Events that break off end with a \`NoAnswerError\`: call again with the \`id\` of the last one as \`lastEventId\`, and they go on behind it.
- Replies grow: pass over fields you do not know, and expect codes that are not in the list.
`;
}
