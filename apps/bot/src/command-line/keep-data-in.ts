import type { Command } from 'commander';

/** Gives every command this data folder where none is typed. */
export function keepDataIn(folder: string, commands: readonly Command[]): void {
  for (const command of commands) {
    keepDataIn(folder, command.commands);
    const option = command.options.find(({ long }) => long === '--data-dir');
    if (!option) continue;
    option.default(folder);
    // The default before was taken over when the option was added.
    command.setOptionValueWithSource(option.attributeName(), folder, 'default');
  }
}
