import { Spinner } from '@quorate/ui/spinner';

/** The moment before the first state is there. */
export function OpeningPage() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <Spinner label="Opening" />
    </main>
  );
}
