import { z } from 'zod';
import type { ChatTool } from '../../../models/chat/chat-model.ts';
import { type OwnData, ownPeriod } from '../own-data/own-data.ts';

const nothing = z.strictObject({});
const statisticsInput = z.strictObject({ period: ownPeriod });

/** What the model may look up for a signed-in user: that user's own figures, whatever it asks for. */
export function ownTools(own: OwnData): Readonly<Record<string, ChatTool>> {
  return {
    read_plan: {
      description:
        'The asker’s own plan, its limits, tokens used and left in this billing cycle, and subscription. -1 means unlimited.',
      input: nothing,
      run: (input) => {
        nothing.parse(input);
        return own.readPlan();
      },
    },
    read_statistics: {
      description:
        'The asker’s own closed trades of a period in UTC, for each currency apart: how many, won, lost, win rate in percent, profit and loss. Never add two currencies.',
      input: statisticsInput,
      run: (input) => own.readStatistics(statisticsInput.parse(input).period),
    },
    read_decisions: {
      description: 'The verdicts of the asker’s own last five decisions, newest first.',
      input: nothing,
      run: (input) => {
        nothing.parse(input);
        return own.readDecisions();
      },
    },
  };
}
