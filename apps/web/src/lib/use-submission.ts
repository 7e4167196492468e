import { type FormEvent, useRef, useState } from 'react';

export type Submission<Input> = {
  busy: boolean;
  /** What the last attempt threw; null while another runs and after a success. */
  error: unknown;
  submit: (input: Input) => void;
  /** For a form whose `send` takes no input. */
  onSubmit: (event: FormEvent) => void;
  reset: () => void;
};

/** Runs what a form sends, once at a time: a second click or Enter while it runs is ignored. */
export function useSubmission<Input = undefined>(
  send: (input: Input) => Promise<void>,
): Submission<Input> {
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({
    busy: false,
    error: null,
  });
  const running = useRef(false);

  const run = async (input: Input) => {
    running.current = true;
    setState({ busy: true, error: null });
    try {
      await send(input);
      setState({ busy: false, error: null });
    } catch (error) {
      setState({ busy: false, error });
    } finally {
      running.current = false;
    }
  };

  const submit = (input: Input) => {
    if (!running.current) void run(input);
  };
  return {
    ...state,
    submit,
    onSubmit: (event) => {
      event.preventDefault();
      submit(undefined as Input);
    },
    reset: () => setState({ busy: false, error: null }),
  };
}
