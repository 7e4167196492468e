import { describe } from 'node:test';
import { createTerminalLink, type TerminalLink } from '../bridge/terminal-link.ts';
import { createManualTimers } from '../bridge/testing/manual-timers.ts';
import { createMemoryListener } from '../bridge/testing/memory-wires.ts';
import { withoutCompiler } from '../testing/build-expert.ts';
import { createExpertStage, endChild, MAGIC as PROGRAM_MAGIC } from '../testing/expert-stage.ts';
import { symbolTerms } from './market/symbol-terms.ts';
import { createSimulatedTerminal } from './simulated-terminal.ts';
import { type ExpertBench, expertCard } from './testing/expert-card.ts';

const TOKEN = '77'.repeat(32);
const MAGIC = 7_420_001;

function nextSession(link: TerminalLink): Promise<void> {
  return new Promise((resolve) => {
    const stop = link.onState(({ kind }) => {
      if (kind !== 'connected') return;
      stop();
      resolve();
    });
  });
}

async function simulatedBench(): Promise<ExpertBench> {
  const timers = createManualTimers();
  const listener = createMemoryListener(timers);
  const link = createTerminalLink({
    listener,
    timers,
    token: TOKEN,
    account: { login: '51234567', server: 'Simulated-Demo' },
    notify: () => {},
  });
  const connected = nextSession(link);
  const terminal = createSimulatedTerminal({
    timers,
    token: TOKEN,
    magic: MAGIC,
    symbols: [symbolTerms('EURUSD'), symbolTerms('GBPUSD', { execution: 'instant' })],
    connect: () => listener.dial().terminal,
  });
  terminal.tick('EURUSD', 110_200, 110_210);
  terminal.tick('GBPUSD', 127_000, 127_012);
  await timers.until(connected);
  return {
    link,
    magic: MAGIC,
    now: timers.now,
    async restart() {
      const again = nextSession(link);
      terminal.restart(300);
      await timers.until(again);
    },
    until: (promise) => timers.until(promise),
    async end() {
      terminal.close();
      await link.close();
    },
  };
}

async function programBench(): Promise<ExpertBench> {
  const stage = await createExpertStage();
  let child = stage.start();
  await stage.connected();
  return {
    link: stage.link,
    magic: PROGRAM_MAGIC,
    now: () => Date.now(),
    async restart() {
      await endChild(child);
      const again = nextSession(stage.link);
      child = stage.start();
      await again;
    },
    until: (promise) => promise,
    end: () => stage.end(),
  };
}

describe('what an expert does', () => {
  expertCard('the simulated expert', simulatedBench);
  expertCard('the expert in MQL5', programBench, withoutCompiler);
});
