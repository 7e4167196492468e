import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { LocalEndpoint, LocalInput, LocalReply } from '../../contract/local-endpoint.ts';
import { callLocal, type LocalCallError } from './local-client.ts';
import { useSecret } from './secret-context.tsx';

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
  { refreshMs, fresh = false }: Readonly<{ refreshMs?: number; fresh?: boolean }> = {},
): UseQueryResult<LocalReply<E>, LocalCallError> {
  const secret = useSecret();
  const [mount] = useState(() => (mounts += 1));
  return useQuery<LocalReply<E>, LocalCallError>({
    queryKey: [endpoint.method, endpoint.path, input, ...(fresh ? [mount] : [])],
    queryFn: ({ signal }) => callLocal(secret, endpoint, input, signal),
    ...(refreshMs === undefined ? {} : { refetchInterval: refreshMs }),
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
