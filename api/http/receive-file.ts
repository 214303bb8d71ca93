import {createHash} from 'node:crypto';
import {open} from 'node:fs/promises';
import type {IncomingMessage} from 'node:http';
import {join} from 'node:path';
import {AppError} from '../../shared/errors.ts';
import {inTemporaryFolder} from '../../shared/process/temporary-folder.ts';
import {freePiece, requirePlain} from './body.ts';
import {openWaitingLists, UNREAD_WAIT_MS} from './waiting-lists.ts';

/** Files that a process receives at once, which bounds what lies on its disk. Slow senders delay only their own account. */
const IN_ALL = 8;
const PER_ACCOUNT = 2;
/** A file waits, unread, for those of its account before it. */
const waitingLists = openWaitingLists({most: PER_ACCOUNT, waitMs: UNREAD_WAIT_MS});
let receiving = 0;

/**
 * Writes a body, which may be larger than memory, into a file that is there while `use` runs; `sha256` of it as hex. Throws what `refuse` makes of the limit once there is
 * more, 429 where others of the account come in for too long, 503 where of all do, `request_timeout` where the caller closes the connection before the last byte.
 */
export async function receiveFile<T>(
	request: IncomingMessage,
	{accountId, limit, refuse}: {accountId: string; limit: number; refuse: () => AppError},
	use: (file: {path: string; sha256: string; bytes: number}) => Promise<T>,
): Promise<T> {
	requirePlain(request);
	if (Number(request.headers['content-length'] ?? 0) > limit) throw refuse();
	const waitingList = waitingLists.of(accountId);
	await waitingList.enter(1);
	let counted = 0;
	try {
		if (receiving >= IN_ALL) throw new AppError('unavailable', {retryAfter: 2});
		counted = 1;
		receiving++;
		return await inTemporaryFolder('receiving', async folder => {
			const path = join(folder, 'body');
			return await use({path, ...(await write(request, path, limit, refuse))});
		});
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
		throw new AppError('request_timeout', {message: 'The connection was closed before the body was complete.'});
	} finally {
		receiving -= counted;
		waitingList.leave(1);
	}
}

async function write(
	request: IncomingMessage,
	path: string,
	limit: number,
	refuse: () => AppError,
): Promise<{sha256: string; bytes: number}> {
	const hash = createHash('sha256');
	const file = await open(path, 'wx', 0o600);
	let bytes = 0;
	try {
		// Left open where this throws: destroyed, the connection would be reset before the caller has read the error.
		for await (const chunk of request.iterator({destroyOnReturn: false}) as AsyncIterable<Buffer>) {
			bytes += chunk.length;
			if (bytes > limit) throw refuse();
			hash.update(chunk);
			await file.writeFile(chunk);
			freePiece(chunk);
		}
	} finally {
		await file.close();
	}
	return {sha256: hash.digest('hex'), bytes};
}
