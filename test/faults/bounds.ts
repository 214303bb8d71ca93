/** What another account waits at most for what takes it so long on a quiet machine, while one account floods the service; milliseconds. */
export const fairWait = (quietMs: number) => 1000 + 2 * quietMs;

/** What a 99th percentile beside attacks is at most: twice the quiet one, and what the machine's own unrest adds; milliseconds. */
export const besideP99 = (quietMs: number) => 2 * quietMs + 20;
