import { act, screen } from '@testing-library/react';
import type { ConfigurationSummary } from '../../contract/app-state.ts';
import type { RunDetail } from '../../contract/runs.ts';
import { getRun } from '../../contract/runs.ts';
import { buildAppState, buildRunning, buildSummary } from './builders.ts';
import { answer, type HostAnswer } from './fake-host.ts';
import { renderApp } from './render-app.tsx';
import { buildDetail } from './run-builders.ts';

type Scene = {
  configuration?: Partial<ConfigurationSummary>;
  detail?: Partial<RunDetail>;
  answers?: readonly HostAnswer[];
};

/** Opens the screen of one configuration, whose bot runs unless something else is said. */
export async function openRun({ configuration = {}, detail = {}, answers = [] }: Scene = {}) {
  const summary = buildSummary({ run: buildRunning(), ...configuration });
  const state = buildAppState({ configurations: [summary] });
  const host = await renderApp(
    `/configurations/${encodeURIComponent(summary.configuration_name)}`,
    {
      state,
      answers: [answer(getRun, buildDetail({ run: summary.run, ...detail })), ...answers],
    },
  );
  await screen.findByRole('heading', { level: 1, name: summary.configuration_name });
  const tell = (run: ConfigurationSummary['run']) =>
    act(async () => host.tell({ ...state, configurations: [{ ...summary, run }] }));
  return { ...host, tellRun: tell };
}
