import {
  cancelSubscription as cancelCall,
  changePlan as changeCall,
  getSubscription as getCall,
  openInvoice as invoiceCall,
  keepSubscription as keepCall,
  listPayments as paymentsCall,
  openBillingPortal as portalCall,
  previewPlanChange as previewCall,
} from '@quorate/contract/subscription';
import type { FastifyReply } from 'fastify';
import type { Route } from '../../../http/endpoint.ts';
import { countAgainst } from '../../../http/rate-limit.ts';
import type { BillingDeps, SellingDeps } from '../billing.deps.ts';
import { createPriceCheck } from '../purchase/price-check.ts';
import { cancelSubscription } from './cancel.service.ts';
import { changePlan } from './change-plan.service.ts';
import type { Changed } from './changed.ts';
import { getSubscription } from './get-subscription.service.ts';
import { keepSubscription } from './keep.service.ts';
import { listPayments, openInvoice } from './payments.service.ts';
import { notSold, type PlanChoice } from './plan-choice.ts';
import { openPortal } from './portal.service.ts';
import { previewPlanChange } from './preview-change.service.ts';

const HOUR_MS = 3_600_000;
const ACCEPTED = 202;

export function registerSubscription(route: Route, deps: BillingDeps): void {
  const limit = deps.limits.billingChanges;
  const isPriceRight = createPriceCheck(deps);
  const selling = (choice: PlanChoice) => ({ ...expectSelling(deps, choice), isPriceRight });
  /** Each kind is counted by itself: whoever looked at prices for an hour may still cancel. */
  const count = (userId: string, kind: 'change' | 'cancel' | 'preview' | 'page') => {
    const what = `billing-${kind}`;
    const words = `${limit} such requests an hour`;
    return countAgainst(deps, { what, limit, windowMs: HOUR_MS, words }, userId);
  };

  route(getCall, async (_input, { user }) => ({
    success: true,
    ...(await getSubscription(deps, user.id)),
  }));

  route(cancelCall, async ({ body }, { user, reply }) => {
    await count(user.id, 'cancel');
    return answer(reply, await cancelSubscription(deps, user.id, body.effective));
  });

  route(keepCall, async (_input, { user, reply }) => {
    await count(user.id, 'change');
    return answer(reply, await keepSubscription(deps, user.id));
  });

  route(previewCall, async ({ body }, { user }) => {
    await count(user.id, 'preview');
    return {
      success: true,
      ...(await previewPlanChange(selling(body), user.id, body)),
    };
  });

  route(changeCall, async ({ body }, { user, reply }) => {
    await count(user.id, 'change');
    return answer(reply, await changePlan(selling(body), user.id, body));
  });

  route(paymentsCall, async ({ query }, { user }) => ({
    success: true,
    ...(await listPayments(deps.db, user.id, query)),
  }));

  route(invoiceCall, async ({ params }, { user, reply }) => {
    await count(user.id, 'page');
    reply.header('cache-control', 'no-store');
    return { success: true, url: await openInvoice(deps, user.id, params.transaction_id) };
  });

  route(portalCall, async ({ body }, { user, reply }) => {
    await count(user.id, 'page');
    reply.header('cache-control', 'no-store');
    return { success: true, url: await openPortal(deps, user, body.page) };
  });
}

function answer(reply: FastifyReply, changed: Changed) {
  if (changed.status === 'pending') reply.code(ACCEPTED);
  return { success: true, ...changed } as const;
}

/** @throws AppError invalid_plan: where nothing is sold there is no plan to change to */
function expectSelling(deps: BillingDeps, choice: PlanChoice): SellingDeps {
  const { provider } = deps;
  if (!provider) throw notSold(choice);
  return { ...deps, provider };
}
