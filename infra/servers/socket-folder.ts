import {createHash} from 'node:crypto';
import {lstatSync, mkdirSync} from 'node:fs';
import {tmpdir, userInfo} from 'node:os';
import {join} from 'node:path';

/** sun_path holds 108 bytes with the closing zero (unix(7)); MariaDB appends `.lock`. */
const LONGEST_SOCKET_PATH = 100;

/**
 * Returns the folder of the private servers' sockets: under the data folder, or for a path too long for a socket, a short one in the
 * system's temporary folder. Only its user may enter it: opening the sockets gives access to all data.
 */
export function socketFolder(dataDir: string): string {
	const near = join(dataDir, 'run');
	const fits = Buffer.byteLength(join(near, 'mysql.sock')) <= LONGEST_SOCKET_PATH;
	const {uid} = userInfo();
	const folder = fits ? near : join(tmpdir(), `roteiro-${uid}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`);
	mkdirSync(folder, {recursive: true, mode: 0o700});
	const found = lstatSync(folder);
	if (!found.isDirectory() || (uid >= 0 && found.uid !== uid) || (found.mode & 0o077) !== 0) {
		throw new Error(`${folder} must be a folder that belongs to you and that nobody else can open (mode 0700).`);
	}
	return folder;
}
