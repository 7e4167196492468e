import { type Panel, VotingAbandonedError } from '../../models/panel.ts';
import { voteCast } from './happenings.ts';

/** A panel whose votes are told, whoever has them cast. */
export function toldPanel(panel: Panel): Panel {
  return {
    ...panel,
    async ask(question, signal) {
      try {
        const votes = await panel.ask(question, signal);
        for (const vote of votes) voteCast.tell(vote);
        return votes;
      } catch (error) {
        if (error instanceof VotingAbandonedError) tellAbandoned(error.tokens);
        throw error;
      }
    },
  };
}

/** Nobody knows any more which of the models took them. */
function tellAbandoned(inputTokens: number): void {
  const nothing = { outputTokens: 0, costMicroUsd: 0, latencyMs: 0 };
  const analyst = 'abandoned';
  voteCast.tell({ analyst, provider: analyst, fault: 'cancelled', inputTokens, ...nothing });
}
