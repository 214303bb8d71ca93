import {join} from 'node:path';
import type {Config} from '../config/config.ts';
import type {FileStore} from './file-store.ts';
import {openFolderStore} from './folder-store.ts';
import {openS3Store} from './s3-store.ts';

/** The store that is set: an object store (`FILES`), or a folder under `DATA_DIR`. */
export function openStore({objectStore, dataDir}: Pick<Config, 'objectStore' | 'dataDir'>): FileStore {
	return objectStore ? openS3Store(objectStore) : openFolderStore(join(dataDir, 'files'));
}
