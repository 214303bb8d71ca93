/**
 * All messages, by the part of the service that shows them. English defines which exist, and their meaning; every
 * language must have them.
 */
export type Messages = typeof import('./en/account.ts') &
	typeof import('./en/extension.ts') &
	typeof import('./en/landing.ts') &
	typeof import('./en/lead.ts') &
	typeof import('./en/player.ts');

/** Returns what is said of a count: "1 step", "3 steps". */
export function counted(count: number, one: string, many: string): string {
	return `${count} ${count === 1 ? one : many}`;
}
