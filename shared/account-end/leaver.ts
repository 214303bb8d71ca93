import type {Keys} from '../config/secret.ts';
import type {FileStore} from '../files/file-store.ts';
import type {Db} from '../store/database.ts';
import type {Entry} from './zip.ts';

/** Whose copy is made, and with what. */
export type Leaver = {
	db: Db;
	files: FileStore;
	/** Leads are read with them. */
	keys: Keys;
	baseUrl: string;
	accountId: string;
	/** Hears how much is done, 0..1. */
	progress?: (fraction: number) => void;
	/** Aborted where nobody wants it any more. */
	signal?: AbortSignal;
};

export function textEntry(path: string, content: string): Entry {
	return {path, content: Buffer.from(content)};
}

export function valueEntry(path: string, value: object): Entry {
	return textEntry(path, `${JSON.stringify(value, null, '\t')}\n`);
}
