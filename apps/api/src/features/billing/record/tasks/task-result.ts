import type { Task } from '../../../../process/tasks.ts';
import type { SellingDeps } from '../../billing.deps.ts';

/** `later`: nothing is wrong, and it cannot be done yet, or was told no; `why` is for the operator. */
export type TaskResult = 'done' | Readonly<{ later: string }>;

/** Does one task. @throws PaymentsError: then it is tried again */
export type DoTask = (deps: SellingDeps, task: Task) => Promise<TaskResult>;
