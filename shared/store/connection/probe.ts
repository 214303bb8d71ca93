import {type Connection, openConnection} from './connection.ts';

/**
 * Asks the server whether it responds, on a connection of its own, which is opened at the first look: those of the pool may all be at work,
 * which says nothing of the server. Callers choose how long they wait; `limitMs` is when a connection that is silent is given up.
 */
export function openProbe(databaseUrl: string, limitMs: number) {
	let kept: Connection | null = null;

	async function ask(): Promise<void> {
		kept ??= openConnection(databaseUrl, {connectTimeout: limitMs});
		const connection = kept;
		try {
			await connection.promise().query({sql: 'SELECT 1', timeout: limitMs});
		} catch (error) {
			connection.destroy();
			if (kept === connection) kept = null;
			throw error;
		}
	}

	return {
		/** Throws where the server does not respond. A connection that has ended since the last look, as one does that rests, is none. */
		async look(): Promise<void> {
			const rested = kept;
			try {
				await ask();
			} catch (error) {
				if (!rested) throw error;
				await ask();
			}
		},
		close(): void {
			kept?.destroy();
			kept = null;
		},
	};
}
