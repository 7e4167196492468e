import type { Brand } from './brand.ts';
import { ValueError } from './value-error.ts';

/** UUIDs, version 7: they sort by the time they were made. */
export type UserId = Brand<string, 'UserId'>;
export type SessionId = Brand<string, 'SessionId'>;
export type TradingAccountId = Brand<string, 'TradingAccountId'>;
export type DecisionId = Brand<string, 'DecisionId'>;
export type ReviewId = Brand<string, 'ReviewId'>;
export type ContactMessageId = Brand<string, 'ContactMessageId'>;
export type SecurityEventId = Brand<string, 'SecurityEventId'>;
export type PasskeyId = Brand<string, 'PasskeyId'>;
export type MailRequestId = Brand<string, 'MailRequestId'>;
export type FailedSignInId = Brand<string, 'FailedSignInId'>;
export type MailId = Brand<string, 'MailId'>;
export type BotId = Brand<string, 'BotId'>;
export type BotCommandId = Brand<string, 'BotCommandId'>;
export type HostedRunnerId = Brand<string, 'HostedRunnerId'>;
export type OperatorActionId = Brand<string, 'OperatorActionId'>;
export type ServiceInstanceId = Brand<string, 'ServiceInstanceId'>;
export type PushSubscriptionId = Brand<string, 'PushSubscriptionId'>;
export type PushNoticeId = Brand<string, 'PushNoticeId'>;

/** The broker's number of a position, as text: some brokers exceed the safe integers. */
export type PositionTicket = Brand<string, 'PositionTicket'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * Takes a text for an id of the kind the caller names.
 *
 * @throws ValueError unless the text is a UUID
 * @example const id = idOf<UserId>(row.id);
 */
export function idOf<Id extends Brand<string, string>>(text: string): Id {
  if (!isUuid(text)) throw new ValueError(`'${text}' is not an id`);
  return text.toLowerCase() as Id;
}
