import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Frame, printable, wrongField } from './frames.ts';
import { type Bye, type Hello, hello, PROTOCOL } from './messages.ts';

/** Whoever is not through by then is disconnected. */
export const HANDSHAKE_MS = 5_000;

/** The account that the terminal must be signed in to. */
export type ExpectedAccount = Readonly<{ login: string; server: string }>;

type HandshakeDeps = Readonly<{
  /** 64 hex digits. */
  token: string;
  /** The bot's nonce of this connection. */
  nonce: string;
  /** null for any account. */
  account: ExpectedAccount | null;
}>;

export type HelloVerdict =
  | Readonly<{ kind: 'welcome'; hello: Hello; mac: string }>
  | Readonly<{ kind: 'bye'; code: Bye['code']; message: string }>;

/** Hellos of another version may look different in everything else. */
const spoken = z.object({ proto: z.array(z.string().max(32)).max(16) });

/** Whether whoever said hello is the expert, in the words of docs/reference/bridge.md. */
export function judgeHello(frame: Frame, deps: HandshakeDeps): HelloVerdict {
  if (frame.head.t !== 'hello') return refuse('frame', 'the first line is no hello');
  const versions = spoken.safeParse(frame.body);
  if (!versions.success) return refuse('frame', 'the hello names no versions');
  const { proto } = versions.data;
  if (!proto.includes(PROTOCOL)) {
    const theirs = proto.map((name) => `'${printable(name)}'`).join(', ') || 'nothing';
    return refuse('version', `the bot speaks '${PROTOCOL}', the expert ${theirs}`);
  }
  const parsed = hello.safeParse(frame.body);
  if (!parsed.success)
    return refuse('frame', `the hello has no right '${wrongField(parsed.error)}'`);
  const { nonce, mac, account } = parsed.data;
  const key = Buffer.from(deps.token, 'hex');
  const expected = macOf(key, `${PROTOCOL} expert ${deps.nonce} ${nonce}`);
  if (!timingSafeEqual(Buffer.from(mac, 'hex'), expected))
    return refuse('auth', 'the token of the expert is not that of the bot');
  const wanted = deps.account;
  if (wanted && (wanted.login !== account.login || wanted.server !== account.server)) {
    const theirs = `${printable(account.login)} at ${printable(account.server)}`;
    const ours = `${wanted.login} at ${wanted.server}`;
    return refuse('account', `the terminal is signed in to ${theirs}, the profile is for ${ours}`);
  }
  const own = macOf(key, `${PROTOCOL} bot ${nonce} ${deps.nonce}`).toString('hex');
  return { kind: 'welcome', hello: parsed.data, mac: own };
}

function macOf(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function refuse(code: Bye['code'], message: string): HelloVerdict {
  return { kind: 'bye', code, message: message.slice(0, 200) };
}
