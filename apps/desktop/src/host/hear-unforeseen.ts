/**
 * Notes what no part has caught and goes on: this process trades nothing, and ending it would take Stop Bot
 * and Flatten away from bots that go on.
 *
 * @param show tells whoever is at a window
 * @returns ends the hearing
 */
export function hearUnforeseen(
  notify: (line: string) => void,
  show: (error: unknown) => void,
): () => void {
  const hear = (error: unknown) => {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    notify(`Something unforeseen happened, and the app goes on: ${what}`);
    show(error);
  };
  process.on('uncaughtException', hear);
  process.on('unhandledRejection', hear);
  return () => {
    process.off('uncaughtException', hear);
    process.off('unhandledRejection', hear);
  };
}
