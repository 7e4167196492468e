import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';
import type { Push } from '../../push/push.ts';

export type NotificationsDeps = Readonly<{ db: Db; clock: Clock; push: Push }>;
