import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type BotReply, type CommandKind, commandBot } from '@quorate/contract/live';
import { Button } from '@quorate/ui/button';
import { Dialog, DialogActions } from '@quorate/ui/dialog';
import { Notice } from '@quorate/ui/notice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../lib/api-client.ts';
import { errorReason } from '../lib/error-text.ts';
import { type BotCondition, COMMAND_WORDS } from './bot-words.ts';

type CommandDialogProps = {
  userId: string;
  bot: Pick<BotReply, 'bot_id' | 'open_positions'> &
    Readonly<{ account: Pick<BotReply['account'], 'login' | 'server' | 'account_type'> }>;
  condition: BotCondition['kind'];
  kind: CommandKind;
  onGiven: () => void;
  onClose: () => void;
};

type AccountSentenceProps = Readonly<{
  login: string;
  server: string;
  type: BotReply['account']['account_type'];
}>;

/** Asks once more, with the account named, before a bot is told anything. */
export function CommandDialog(props: CommandDialogProps) {
  const { userId, bot, condition, kind, onGiven, onClose } = props;
  // One id for as long as the dialog is open: trying again gives the same command.
  const [commandId] = useState(() => crypto.randomUUID());
  const command = useCommandBot(userId);
  const { act } = COMMAND_WORDS[kind];
  const { login, server, account_type: type } = bot.account;
  return (
    <Dialog title={`${act}?`} onClose={onClose}>
      <div className="space-y-3 text-small">
        <p>
          <AccountSentence login={login} server={server} type={type} />{' '}
          {meaningOf(kind, bot.open_positions)}
        </p>
        {condition !== 'running' && (
          <Notice
            tone="info"
            title={condition === 'ended' ? t`The bot is not running` : t`The bot is offline`}
          >
            {t`The command is kept. It will be obeyed when the bot next connects.`}{' '}
            {kind === 'close_all' &&
              type !== 'practice' &&
              t`To close positions before that, use the terminal itself.`}
          </Notice>
        )}
        {(type === 'real' || type === 'unknown') && (
          <Notice
            tone="warning"
            title={type === 'real' ? t`Real money is at stake` : t`Real money may be at stake`}
          >
            {kind === 'resume'
              ? t`The bot trades this account with real money again.`
              : t`Prices move until the terminal has done it. A closed position cannot be opened again at its old price.`}
          </Notice>
        )}
        {command.isError && (
          <Notice tone="error" live title={t`Failed to send the command`}>
            {errorReason(command.error)}
          </Notice>
        )}
      </div>
      <DialogActions onCancel={onClose}>
        <Button
          variant={kind === 'close_all' ? 'danger' : 'primary'}
          busy={command.isPending}
          onClick={() =>
            command.mutate({ botId: bot.bot_id, commandId, kind }, { onSuccess: onGiven })
          }
        >
          {act}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function AccountSentence({ login, server, type }: AccountSentenceProps) {
  const number = <span className="figures wrap-anywhere">{login}</span>;
  switch (type) {
    case 'demo':
      return (
        <Trans>
          Account {number} at {server} (demo).
        </Trans>
      );
    case 'practice':
      return (
        <Trans>
          Account {number} at {server} (practice).
        </Trans>
      );
    default:
      return (
        <Trans>
          Account {number} at {server}.
        </Trans>
      );
  }
}

function meaningOf(kind: CommandKind, open: number): string {
  const positions = plural(open, { one: '# open position', other: '# open positions' });
  switch (kind) {
    case 'entries_off':
      return open === 0
        ? t`The bot opens nothing new. Nothing is open.`
        : t`The bot opens nothing new. It goes on managing ${positions}.`;
    case 'close_all':
      return open === 0
        ? t`The bot closes whatever is open at the market and opens nothing new.`
        : t`The bot closes ${positions} at the market and opens nothing new.`;
    case 'resume':
      return t`The bot may open trades again.`;
  }
}

/** Gives a command. Its id is made by the caller, so that trying again gives no second one. */
function useCommandBot(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: { botId: string; commandId: string; kind: CommandKind }) =>
      callApi(commandBot, {
        params: { bot_id: input.botId },
        body: { command_id: input.commandId, kind: input.kind },
      }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['desk', userId] });
      return queryClient.invalidateQueries({ queryKey: ['bots', userId] });
    },
  });
}
