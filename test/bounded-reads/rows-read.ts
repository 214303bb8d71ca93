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

	async function total(): Promise<number> {
		const each = await Promise.all([...connections].map(countOf));
		return each.reduce((sum, count) => sum + count, 0);
	}

	return {
		async during(work) {
			const before = await total();
			const value = await work();
			return {rows: (await total()) - before, value};
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
