import { Icon } from '@quorate/ui/icon';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../../../lib/session/use-session.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { InvalidPlan } from './order-failure.tsx';
import { leaveByDocument } from './own-document.ts';
import { readChoice } from './plan-choice.ts';
import { Purchase } from './purchase.tsx';

/** The checkout of whoever is signed in, in a document of its own. */
export function Checkout() {
  const [query] = useSearchParams();
  const { user } = useSession();
  useEffect(leaveByDocument, []);
  const choice = readChoice(query);
  return (
    <div className="wrap pt-6 md:pt-10">
      <LinkButton to="/pricing" variant="quiet" size="small" className="-ml-3">
        <Icon name="left" className="size-4" /> Back to Pricing
      </LinkButton>
      <h1 className="mt-2 mb-6 font-serif text-title font-medium">Checkout</h1>
      {choice ? (
        // Another plan, or another person, is another purchase from its beginning.
        <Purchase key={`${choice.planName} ${choice.cycle} ${user?.id}`} {...choice} />
      ) : (
        <InvalidPlan />
      )}
    </div>
  );
}
