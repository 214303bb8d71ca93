/** Returns what is said of a count: "1 step", "3 steps". */
export function counted(count: number, one: string, many: string): string {
	return `${count} ${count === 1 ? one : many}`;
}
