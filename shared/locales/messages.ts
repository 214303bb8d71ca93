import type * as en from './en/index.ts';
import type {lead} from './en/lead.ts';

/** All messages, by the part of the service that shows them: every language must have them. */
export type Messages = typeof en & {lead: typeof lead};

/** Returns what is said of a count: "1 step", "3 steps". */
export function counted(count: number, one: string, many: string): string {
	return `${count} ${count === 1 ? one : many}`;
}
