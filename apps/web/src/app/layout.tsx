import { Outlet } from 'react-router';
import { ChatLauncher } from '../features/chat/chat-launcher.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useExpiryRedirect } from './use-expiry-redirect.ts';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

/** What every page stands in. */
export default function PageLayout() {
  useExpiryRedirect();
  const main = useFocusOnNavigation();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-brand px-4 py-2 text-brand-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <Header />
      <main ref={main} id="content" tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
      <Footer />
      <ChatLauncher />
    </div>
  );
}
