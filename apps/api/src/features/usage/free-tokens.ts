import type { Usage } from '@quorate/contract/usage';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import type { VoteTokens } from '../../models/panel.ts';
import type { Clock } from '../../process/clock.ts';
import { createDayBudget } from '../day-budget.ts';
import type { Entitlements } from '../entitlements.ts';
import { dayOf, endOf } from './day-limits.ts';
import type { Reservation } from './token-reservations.ts';

/** Tokens that are set aside for a vote, of its user's plan and of the day of all Free accounts. */
export type VoteReservation = Omit<Reservation, 'settle'> &
  Readonly<{ settle(db: Db, tokens: VoteTokens): Promise<Usage> }>;

export type FreeTokens = Readonly<{
  /**
   * To be called within the transaction that made the reservation: what is refused has set nothing aside.
   *
   * @param paid the most tokens that the vote takes of models whose tokens the operator pays for
   * @throws AppError free_tokens_spent
   */
  setAside(
    db: Db,
    entitled: Entitlements,
    reservation: Reservation,
    paid: number,
  ): Promise<VoteReservation>;
}>;

/** What all Free accounts together may spend on a UTC day: a flood of sign-ups costs the operator no more. */
export function createFreeTokens(
  { clock }: Readonly<{ clock: Clock }>,
  tokensPerDay: number,
): FreeTokens {
  const budget = createDayBudget({ clock }, 'free_spending', tokensPerDay);
  return {
    async setAside(db, { plan }, reservation, paid) {
      const { settle } = reservation;
      if (plan.name !== 'Free' || paid === 0)
        return { ...reservation, settle: (handle, tokens) => settle(handle, tokens.all) };
      const free = await budget.reserve(db, paid);
      if (!free)
        throw new AppError('free_tokens_spent', {
          details: { limit: tokensPerDay, needed: paid, until: endOf(dayOf({ clock })) },
        });
      return {
        ...reservation,
        async settle(handle, tokens) {
          await free.settle(handle, tokens.paid);
          return settle(handle, tokens.all);
        },
      };
    },
  };
}
