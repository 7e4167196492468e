import type { FastifyInstance } from 'fastify';
import type { BillingDeps } from '../billing.deps.ts';

export function registerWebhook(_app: FastifyInstance, _deps: BillingDeps): void {}
