import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';

/** Sees to it that these programs (whole paths) are there: installs Debian's packages where that can be done, or throws with the line that brings them. */
export function requirePrograms(programs: string[], packages: string[]): void {
	const missing = () => programs.filter(program => !existsSync(program));
	if (missing().length === 0) return;
	const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...packages];
	const how = `${missing().join(' and ')} missing. By hand: sudo ${install.join(' ')}`;
	if (process.getuid!() !== 0) throw new Error(how);
	// Debian would start servers at once, on their usual ports.
	const env = {...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1'};
	const {status} = spawnSync(install[0]!, install.slice(1), {stdio: 'inherit', env});
	if (status !== 0 || missing().length > 0) throw new Error(how);
}
