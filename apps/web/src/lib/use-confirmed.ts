import { createContext, useContext } from 'react';
import { type Submission, useSubmission } from './use-submission.ts';

/**
 * Runs an act that the service may ask to confirm first: it then asks who sits there, and runs the act
 * again. Somebody who does not confirm has changed their mind: the act is left undone, without an error.
 */
export type Confirm = (act: () => Promise<void>) => Promise<void>;

/** Given by the page that can ask; elsewhere acts simply run. */
export const ConfirmContext = createContext<Confirm>((act) => act());

/**
 * What a form or a button sends that may need a proof of identity.
 *
 * @param send runs a second time after the proof, so it should begin with the call
 */
export function useConfirmed<Input = undefined>(
  send: (input: Input) => Promise<void>,
): Submission<Input> {
  const confirm = useContext(ConfirmContext);
  return useSubmission((input: Input) => confirm(() => send(input)));
}
