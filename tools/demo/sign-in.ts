import { login } from '@quorate/contract/account';
import { DEMO_ACCOUNT } from './account.ts';

export type Caller = {
  userId: string;
  get: (path: string) => Promise<unknown>;
  post: (path: string, body: unknown) => Promise<unknown>;
};

/** Signs the demo's account in. @returns calls that throw on any answer but success */
export async function signIn(serviceUrl: string): Promise<Caller> {
  const { username, password } = DEMO_ACCOUNT;
  const anonymous = { 'content-type': 'application/json' };
  const body = { username_or_email: username, password };
  const reply = await call(serviceUrl + login.path, {
    method: 'POST',
    headers: anonymous,
    body: JSON.stringify(body),
  });
  const { access_token, user } = login.reply.parse(reply);
  const headers = { ...anonymous, authorization: `Bearer ${access_token}` };
  return {
    userId: user.id,
    get: (path) => call(serviceUrl + path, { headers }),
    post: (path, content) =>
      call(serviceUrl + path, { method: 'POST', headers, body: JSON.stringify(content) }),
  };
}

async function call(url: string, request: RequestInit): Promise<unknown> {
  const reply = await fetch(url, request);
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
  return reply.json();
}
