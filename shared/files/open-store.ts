import {join} from 'node:path';
import type {Config} from '../config/config.ts';
import {metrics} from '../metrics/metrics.ts';
import {traced} from '../tracing/tracing.ts';
import type {FileStore, Folder} from './file-store.ts';
import {openFolderStore} from './folder-store.ts';
import {openS3Store} from './s3-store.ts';

/** Opens the configured store: an object store (`FILES`), or a folder under `DATA_DIR`. */
export function openStore({objectStore, dataDir}: Pick<Config, 'objectStore' | 'dataDir'>): FileStore {
	return objectStore ? openS3Store(objectStore) : openFolderStore(join(dataDir, 'files'));
}

/** Wraps a store so that its writes, reads, look-ups and removals are timed and traced. */
export function measuredStore(store: FileStore): FileStore {
	const timed = async <T>(action: string, folder: Folder, work: () => Promise<T>): Promise<T> => {
		const end = metrics.fileRequests.startTimer({action, folder});
		return traced(`file ${action}`, {'roteiro.folder': folder}, work, {kind: 'client'}).then(
			value => {
				end({outcome: value === null ? 'missing' : 'ok'});
				return value;
			},
			error => {
				end({outcome: 'failed'});
				throw error;
			},
		);
	};
	return {
		...store,
		put: (folder, ...rest) => timed('put', folder, () => store.put(folder, ...rest)),
		putUnder: (folder, ...rest) => timed('put', folder, () => store.putUnder(folder, ...rest)),
		putFile: (folder, ...rest) => timed('put', folder, () => store.putFile(folder, ...rest)),
		read: (folder, ...rest) => timed('read', folder, () => store.read(folder, ...rest)),
		begin: (folder, ...rest) => timed('read', folder, () => store.begin(folder, ...rest)),
		size: (folder, ...rest) => timed('size', folder, () => store.size(folder, ...rest)),
		remove: (folder, ...rest) => timed('remove', folder, () => store.remove(folder, ...rest)),
	};
}
