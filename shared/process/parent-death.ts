import {existsSync} from 'node:fs';

/** Programs get nothing of our environment, which holds passwords. */
export const PROGRAM_ENV = {PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8'};

const SETPRIV = '/usr/bin/setpriv';

/** The command line under which a program is killed with the process that started it, however that ends: a killed worker leaves nothing behind. */
export function withParentDeathSignal(program: string, args: string[]): string[] {
	return existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'KILL', '--', program, ...args] : [program, ...args];
}
