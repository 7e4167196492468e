import { Notice } from '@quorate/ui/notice';
import type { ProviderSettings } from './order.ts';

/** That no money moves here; nothing where it does. */
export function TestMode({ environment }: Pick<ProviderSettings, 'environment'>) {
  if (environment === 'production') return null;
  return (
    <Notice title="Test mode: no real card is charged" className="mb-4">
      {environment === 'emulator' && (
        <>
          Pay with the card <span className="figures whitespace-nowrap">4242 4242 4242 4242</span>,
          any future date, any 3 digits.
        </>
      )}
    </Notice>
  );
}
