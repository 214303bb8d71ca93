import {existsSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {typedCommand} from './machine.mjs';
import {Problem} from './progress.mjs';

const WANTED = [24, 12];

/** The Node that runs the project: the one among its dependencies, or the machine's own where that is new enough. */
export function chooseNode() {
	const {platform, arch} = process;
	const bundled = resolve(join('node_modules', `node-${platform}-${arch}`, 'bin', 'node'));
	if (existsSync(bundled)) return bundled;
	const [major, minor] = process.versions.node.split('.').map(Number);
	if (major > WANTED[0] || (major === WANTED[0] && minor >= WANTED[1])) return process.execPath;
	throw new Problem(
		`Roteiro needs Node ${WANTED.join('.')} or later, and this is Node ${process.versions.node}.\n` +
			(platform === 'linux'
				? 'npm brings it along, unless optional dependencies are switched off: npm config delete omit, then npm ci.'
				: `Homebrew has it: brew install node && ${typedCommand()}`),
	);
}
