import { listenForSteps } from '@quorate/ui/history-steps';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { BrowserSite } from './app/browser-site.tsx';

// Changes appear without a reload only under React Router's own.
const Site = import.meta.env.DEV ? HydratedRouter : BrowserSite;

listenForSteps();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Site />
    </StrictMode>,
  );
});
