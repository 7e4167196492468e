import { WholePage } from './whole-page.tsx';

/** The app runs, and this window may not speak to it. */
export function ClosedPage({ why }: { why: string }) {
  return (
    <WholePage title="Open a new window">
      <p>{why}</p>
      <p>
        Each start of the app has a secret that only its own windows know. Start the app from the
        Start menu: if it runs already, it opens a new window. Then close this one.
      </p>
    </WholePage>
  );
}
