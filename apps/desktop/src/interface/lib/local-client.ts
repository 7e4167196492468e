import { t } from '@lingui/core/macro';
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import {
  type LocalEndpoint,
  type LocalInput,
  type LocalReply,
  localFailure,
} from '../../contract/local-endpoint.ts';
import { useSecret } from './contexts.tsx';

const DEFAULT_TIMEOUT_MS = 10_000;

/** Why a call to the app came to nothing. `code` is the host's; `unreachable` where the app is not there. */
export class LocalCallError extends Error {
  override readonly name = 'LocalCallError';
  readonly code: string;
  /** What is wrong in a form, by the path of its field. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(
    code: string,
    message: string,
    fields: Readonly<Record<string, string>> = {},
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
    this.code = code;
    this.fields = fields;
  }
}

/**
 * Calls the app on this computer.
 *
 * @param secret of this launch
 * @throws LocalCallError for every refusal, and where the app does not answer
 */
export async function callLocal<E extends LocalEndpoint>(
  secret: string | null,
  endpoint: E,
  input: LocalInput<E>,
  signal?: AbortSignal,
): Promise<LocalReply<E>> {
  const { params, query, body } = input as Readonly<Record<'params' | 'query' | 'body', unknown>>;
  const timeout = AbortSignal.timeout(endpoint.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const response = await fetch(addressOf(endpoint, params, query), {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new LocalCallError(
      'unreachable',
      t`The app does not answer. Start it again.`,
      {},
      { cause },
    );
  });
  const document: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const failure = localFailure.safeParse(document);
    if (failure.success) {
      const { code, message, fields } = failure.data;
      throw new LocalCallError(code, message, fields);
    }
    throw new LocalCallError(
      'unexpected',
      t`The app answered with error ${response.status}. Try again.`,
    );
  }
  const reply = endpoint.reply.safeParse(document);
  if (!reply.success) {
    throw new LocalCallError(
      'unexpected',
      t`The app sent an answer that this window does not understand. Open a new window.`,
      {},
      { cause: reply.error },
    );
  }
  return reply.data as LocalReply<E>;
}

function addressOf({ path }: LocalEndpoint, params: unknown = {}, query: unknown = {}): string {
  const values = params as Readonly<Record<string, string>>;
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  const search = new URLSearchParams();
  const asked = query as Readonly<Record<string, string | number | undefined>>;
  for (const [name, value] of Object.entries(asked)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search}`;
}

/** How many screens asked so far. */
let mounts = 0;

/**
 * What the app answers to a call that changes nothing, kept while the screen is there.
 *
 * @param refreshMs asks again after so many milliseconds, for what the stream of the state does not tell
 * @param fresh begins with nothing at each screen: a form that begins with an old answer would save it again
 */
export function useLocal<E extends LocalEndpoint>(
  endpoint: E,
  input: LocalInput<E>,
  {
    refreshMs,
    fresh = false,
  }: Readonly<{
    refreshMs?: number | ((reply: LocalReply<E> | undefined) => number);
    fresh?: boolean;
  }> = {},
): UseQueryResult<LocalReply<E>, LocalCallError> {
  const secret = useSecret();
  const [mount] = useState(() => (mounts += 1));
  return useQuery<LocalReply<E>, LocalCallError>({
    queryKey: [endpoint.method, endpoint.path, input, ...(fresh ? [mount] : [])],
    queryFn: ({ signal }) => callLocal(secret, endpoint, input, signal),
    ...(refreshMs !== undefined && {
      refetchInterval: ({ state }) =>
        typeof refreshMs === 'number' ? refreshMs : refreshMs(state.data),
    }),
    ...(fresh && { gcTime: 0 }),
  });
}

/** A call that changes something: everything that was asked before is asked again afterwards. */
export function useAction<E extends LocalEndpoint>(
  endpoint: E,
): UseMutationResult<LocalReply<E>, LocalCallError, LocalInput<E>> {
  const secret = useSecret();
  const queries = useQueryClient();
  return useMutation<LocalReply<E>, LocalCallError, LocalInput<E>>({
    mutationFn: (input) => callLocal(secret, endpoint, input),
    onSettled: () => {
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'GET' });
    },
  });
}
