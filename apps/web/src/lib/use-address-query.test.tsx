import { act, renderHook } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { useAddressQuery } from './use-address-query.ts';

function putting(name: string, value: string) {
  return (now: URLSearchParams) => {
    const next = new URLSearchParams(now);
    next.set(name, value);
    return next;
  };
}

it('keeps both of two changes that are made before the router has drawn the first', async () => {
  let change: ReturnType<typeof useAddressQuery>[1] | null = null;
  function Place() {
    change = useAddressQuery()[1];
    return null;
  }
  const router = createMemoryRouter([{ path: '/', element: <Place /> }]);
  renderHook(() => null, { wrapper: () => <RouterProvider router={router} /> });
  await act(async () => {
    change?.(putting('account', 'demo'));
    change?.(putting('rows', '25'));
  });
  expect(router.state.location.search).toBe('?account=demo&rows=25');
  await act(async () => router.navigate('/?account=real'));
  await act(async () => change?.(putting('rows', '50')));
  expect(router.state.location.search).toBe('?account=real&rows=50');
});
