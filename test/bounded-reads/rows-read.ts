import type {Pool, PoolConnection} from 'mysql2';
import type {DataSource} from 'typeorm';

/**
 * What the database has read since its connection was opened, by the server's own counters. Index entries that were looked at and passed over are
 * counted by the second name alone.
 */
const COUNTERS = "SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler_read%' OR Variable_name = 'Handler_icp_attempts'";

export type RowCounter = {
	/** How many rows the database reads on all connections of this data source while `work` is under way, and what that returns. */
	during<T>(work: () => Promise<T>): Promise<{rows: number; value: T}>;
};

/** Counts the rows that are read for a data source, from now on; connections that others of the same server have are not counted. */
export function openRowCounter(database: DataSource): RowCounter {
	const connections = new Set<PoolConnection>();
	const {pool} = database.driver as unknown as {pool: Pool};
	pool.on('acquire', connection => connections.add(connection as PoolConnection));

	async function counts(): Promise<Map<PoolConnection, number>> {
		const found = new Map<PoolConnection, number>();
		const each = [...connections].map(async connection => {
			// One that was silent for long was closed: it reads nothing any more.
			const count = await countOf(connection).catch(() => null);
			if (count === null) connections.delete(connection);
			else found.set(connection, count);
		});
		await Promise.all(each);
		return found;
	}

	return {
		async during(work) {
			const before = await counts();
			const value = await work();
			const after = await counts();
			const rows = [...after].reduce((sum, [connection, count]) => sum + count - (before.get(connection) ?? 0), 0);
			return {rows, value};
		},
	};
}

/** Waits for its turn behind what the connection is doing. */
function countOf(connection: PoolConnection): Promise<number> {
	return new Promise((resolve, reject) => {
		connection.query(COUNTERS, (error, rows) => {
			if (error) reject(error);
			else resolve((rows as Array<{Value: string}>).reduce((sum, {Value}) => sum + Number(Value), 0));
		});
	});
}
