import type { Voters } from '@quorate/contract/voters';
import type { UserId } from '@quorate/values/ids';
import type { DecisionDeps } from './decisions.deps.ts';

/** Who votes, and how far the user's plan lets them look. */
export async function listVoters(
  deps: Pick<DecisionDeps, 'db' | 'clock' | 'panel' | 'readEntitlements'>,
  userId: UserId,
): Promise<Omit<Voters, 'success'>> {
  const { panel } = deps;
  const { plan } = await deps.readEntitlements(deps, userId);
  const resting = new Set(panel.resting());
  const namesAt = panel.depths.map(({ depth }) => ({
    depth,
    names: new Set(panel.votersAt(depth).map(({ analyst }) => analyst)),
  }));
  return {
    voters: panel.voters.map(({ analyst, provider, model, family }) => ({
      analyst,
      provider,
      model,
      family,
      state: resting.has(analyst) ? 'resting' : 'ready',
      depths: namesAt.filter(({ names }) => names.has(analyst)).map(({ depth }) => depth),
    })),
    depth: plan.ai_analysis,
    depths: [...panel.depths],
    offline: panel.offline,
  };
}
