import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  addConfiguration,
  changeConfiguration,
  getConfiguration,
  newConfiguration,
  removeConfiguration,
} from '../../contract/configurations.ts';
import { getSetupCheck } from '../../contract/setup.ts';
import { listTerminals } from '../../contract/terminals.ts';
import { buildAppState, buildConfiguration, buildSummary } from './builders.ts';
import { answer, silent } from './fake-host.ts';
import { renderApp } from './render-app.tsx';

export const terminals = answer(listTerminals, {
  terminals: [
    {
      install_folder: 'C:\\Program Files\\MetaTrader 5',
      data_folder: 'C:\\data\\1',
      portable: false,
      account_number: '5012345',
      broker_server: 'Broker-Demo',
    },
    {
      install_folder: 'D:\\Müller MT5',
      data_folder: 'D:\\Müller MT5',
      portable: true,
      account_number: '90871234',
      broker_server: 'MetaQuotes-Demo',
    },
  ],
  broker_servers: ['Broker-Demo', 'Broker-Live', 'MetaQuotes-Demo'],
});

export const begun = buildConfiguration({
  configuration_name: 'Broker-Demo 5012345',
  has_terminal_password: false,
});

export async function openNew(configuration = begun) {
  const host = await renderApp('/add-configuration', {
    state: buildAppState({ configurations: [] }),
    answers: [
      terminals,
      answer(newConfiguration, { configuration }),
      answer(addConfiguration, { done: true }),
      silent(getSetupCheck),
    ],
  });
  await screen.findByRole('textbox', { name: 'Configuration name' });
  // As the app does it: first its answer, then the state.
  host.change(
    answer(addConfiguration, ({ body }) => {
      const { configuration_name } = addConfiguration.body.parse(body);
      const added = buildSummary({ configuration_name });
      setTimeout(() => act(() => host.tell(buildAppState({ configurations: [added] }))), 50);
      return { done: true as const };
    }),
  );
  return host;
}

export async function openEdit(
  summary = buildSummary(),
  configuration = buildConfiguration(),
  more: Parameters<typeof renderApp>[1] = {},
) {
  const host = await renderApp('/configurations/London/edit', {
    state: buildAppState({ configurations: [summary] }),
    ...more,
    answers: [
      terminals,
      answer(getConfiguration, { configuration }),
      answer(changeConfiguration, { done: true }),
      answer(removeConfiguration, { done: true }),
      ...(more?.answers ?? []),
    ],
  });
  await screen.findByRole('textbox', { name: 'Configuration name' });
  return host;
}

/** From the first step to the second, where it is as it should be. */
export const next = () => userEvent.click(screen.getByRole('button', { name: 'Continue' }));

/** A new one at its second step: how careful. */
export async function openCare(configuration = begun) {
  const host = await openNew(configuration);
  await next();
  await screen.findByRole('heading', { name: '2. How careful' });
  return host;
}

export const box = (name: string) => screen.getByRole('textbox', { name });
export const save = () => userEvent.click(screen.getByRole('button', { name: /^Save/ }));

export async function retype(field: HTMLElement, text: string) {
  await userEvent.clear(field);
  if (text !== '') await userEvent.type(field, text);
}
