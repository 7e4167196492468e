import { z } from 'zod';
import { OPERATOR_ACT_ERRORS, operatorReason } from './admin-audit.ts';
import { accountParams, planStanding } from './admin-users.ts';
import { planName } from './billing.ts';
import { defineEndpoint } from './endpoint.ts';
import { isoTime } from './fields.ts';
import { messageReply } from './reply.ts';

const CHANGE_ERRORS = [...OPERATOR_ACT_ERRORS, 'own_account', 'account_unknown'] as const;

export const givePlan = defineEndpoint({
  method: 'POST',
  path: '/api/admin/users/:user_id/plan',
  auth: 'admin',
  confirmed: true,
  summary: 'Gives a plan until a moment or until it is changed; Free takes a given plan back',
  params: accountParams,
  body: z
    .object({
      plan_name: planName,
      /** null: until it is changed. */
      until: isoTime.nullable().default(null),
      reason: operatorReason,
    })
    .refine(({ plan_name, until }) => plan_name !== 'Free' || until === null, {
      path: ['until'],
      message: 'belongs to a plan that is given, and Free is none',
    }),
  reply: messageReply.extend({ standing: planStanding }),
  errors: CHANGE_ERRORS,
});

export const endUserSessions = defineEndpoint({
  method: 'POST',
  path: '/api/admin/users/:user_id/end-sessions',
  auth: 'admin',
  confirmed: true,
  summary: 'Signs an account out everywhere: browsers, bots and desktop apps',
  params: accountParams,
  body: z.object({ reason: operatorReason }),
  reply: messageReply.extend({ sessions_ended: z.number().int() }),
  errors: CHANGE_ERRORS,
});

export const resendUserVerification = defineEndpoint({
  method: 'POST',
  path: '/api/admin/users/:user_id/resend-verification',
  auth: 'admin',
  confirmed: true,
  summary: 'Mails the link once more that confirms the address of an account',
  params: accountParams,
  body: z.object({ reason: operatorReason }),
  reply: messageReply,
  errors: [...CHANGE_ERRORS, 'already_verified'],
});
