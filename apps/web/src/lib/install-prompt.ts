/** What Chromium's browsers offer a page that may be installed; no standard names it yet. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> };

let offered: InstallPrompt | null = null;
const listeners = new Set<() => void>();

/** Keeps the browser's offer for the settings, where somebody looks for it: it shows no banner of its own. */
export function watchInstallPrompt(): void {
  if (typeof window === 'undefined') return;
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => offer(null));
}

/** Null where the browser offers nothing, or has been asked already. */
export function getInstallPrompt(): InstallPrompt | null {
  return offered;
}

export function subscribeToInstallPrompt(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Has the browser ask; it can be asked once. */
export async function install(): Promise<void> {
  const prompt = offered;
  offer(null);
  await prompt?.prompt();
}

function offer(prompt: InstallPrompt | null): void {
  offered = prompt;
  for (const listener of listeners) listener();
}
