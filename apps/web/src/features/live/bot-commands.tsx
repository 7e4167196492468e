import type { BotCommand } from '@quorate/contract/live';
import type { BotCondition } from './bot-words.ts';
import { CommandProgress } from './command-progress.tsx';

type BotCommandsProps = {
  /** Newest first. */
  commands: readonly BotCommand[];
  condition: BotCondition;
  timeZone: string;
};

/** The newest command as it goes, and those before it on demand. */
export function BotCommands({ commands, condition, timeZone }: BotCommandsProps) {
  const [newest, ...earlier] = commands;
  return (
    <>
      <div role="status" className="mt-4 border-l-2 border-line pl-3 empty:hidden">
        {newest && <CommandProgress command={newest} condition={condition} timeZone={timeZone} />}
      </div>
      {earlier.length > 0 && (
        <details className="mt-2 text-tiny">
          <summary className="cursor-pointer py-1 text-muted hover:text-ink">
            Earlier commands ({earlier.length})
          </summary>
          <ol className="mt-1 space-y-3 border-l-2 border-line pl-3">
            {earlier.map((command) => (
              <li key={command.command_id}>
                <CommandProgress command={command} condition={condition} timeZone={timeZone} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}
