import { t } from '@lingui/core/macro';
import { openBillingPortal } from '@quorate/contract/subscription';
import { callApi } from '../../../lib/api-client.ts';
import { type ProviderPage, useProviderPage } from './provider-page.tsx';

export const PAYMENT_METHOD_FAILURE = t`Failed to open the payment method`;

/** The provider's page for the card on file: card data never comes near this site. */
export function usePaymentMethod(): ProviderPage<undefined> {
  return useProviderPage(
    async () => (await callApi(openBillingPortal, { body: { page: 'payment_method' } })).url,
  );
}
