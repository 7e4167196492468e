import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import type { Push } from '../../push/push.ts';

export type NotificationsDeps = Readonly<{ db: Db; clock: Clock; push: Push }>;
