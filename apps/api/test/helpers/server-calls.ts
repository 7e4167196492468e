import { mailboxOf, type ServerProcess } from './server-process.ts';

const PERSON = { username: 'amina', email: 'amina@example.com', password: 'correct horse battery' };

export type Person = Readonly<{ token: string; id: string }>;

export function postTo(
  url: string,
  path: string,
  body: unknown,
  token?: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

/** Signs a person up at a service in a process of its own, or in, where that was done before. */
export async function signInTo(
  { url }: ServerProcess,
  username: string = PERSON.username,
): Promise<Person> {
  const person = { ...PERSON, username, email: `${username}@example.com` };
  const signIn = () =>
    postTo(url, '/login', { username_or_email: username, password: person.password });
  let reply = await signIn();
  if (!reply.ok) {
    await postTo(url, '/signup', person);
    const [mail] = await mailboxOf(url, person.email);
    await postTo(url, '/verify-email', { token: /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] });
    reply = await signIn();
  }
  const { access_token, user } = (await reply.json()) as {
    access_token: string;
    user: { id: string };
  };
  return { token: access_token, id: user.id };
}

/** Tickets of all trades that a person has at a service. */
export async function ticketsOf(url: string, { token, id }: Person): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const tickets: string[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/api/bot/trade-statistics/${id}?per_page=500&page=${page}`;
    const reply = await fetch(`${url}${path}`, { headers });
    const { recent_trades } = (await reply.json()) as {
      recent_trades: { position_ticket: string }[];
    };
    if (recent_trades.length === 0) return tickets;
    tickets.push(...recent_trades.map((trade) => trade.position_ticket));
  }
}
