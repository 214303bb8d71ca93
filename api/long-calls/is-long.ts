import type {IncomingMessage} from 'node:http';
import type {Db} from '../../shared/store/database.ts';
import {isOwnKey} from '../../shared/store/documents/documents.ts';
import {findStepCount} from '../../shared/store/find-tours.ts';
import {takesTurns} from '../pipeline/account-turns.ts';
import type {Operation} from '../pipeline/operation.ts';

/** Bytes of a body from which on reading it is long work, and steps of a tour from which on anything with it is. */
const LONG_BYTES = 64 * 1024;
const LONG_STEPS = 100;

const TOUR_ID = /^tour_[0-9a-z]{26}$/;

/** Tells whether a request brings more than is read in a moment; one that does not say how much may bring more. */
export function bringsMuch({headers, method}: Pick<IncomingMessage, 'headers' | 'method'>): boolean {
	if (method === 'GET' || method === 'HEAD' || method === 'DELETE') return false;
	return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LONG_BYTES;
}

/** Tells whether an operation works with a tour of many steps. `named`: what the call names by these, unchecked. */
export async function isOfLongTour(
	db: Db,
	accountId: string,
	operation: Pick<Operation, 'route' | 'stream' | 'wholeTours'>,
	{id, key, tourId}: {id?: unknown; key?: unknown; tourId?: unknown},
): Promise<boolean> {
	const name = id ?? key ?? tourId;
	if (typeof name !== 'string' || !(TOUR_ID.test(name) || isOwnKey(name))) return false;
	// Reading a tour takes none: its JSON is kept by version, and one statement more would make every call slower.
	if (!takesTurns(operation)) return false;
	return ((await findStepCount(db, accountId, name)) ?? 0) >= LONG_STEPS;
}
