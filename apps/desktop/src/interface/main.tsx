import './styles/app.css';
import { listenForSteps } from '@quorate/ui/history-steps';
import { DIRECTION, LANGUAGE } from '@quorate/ui/language';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { applyFirstTheme } from './lib/theme.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
document.documentElement.lang = LANGUAGE;
document.documentElement.dir = DIRECTION;
applyFirstTheme();
listenForSteps();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
