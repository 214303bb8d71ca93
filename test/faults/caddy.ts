import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {installPackages} from '../../infra/start/packages.mjs';

const PROGRAM = '/usr/bin/caddy';

/** Starts Debian's Caddy on loopback in front of some APIs, configured as in docs/scaling.md. Installs it if it may. */
export async function startCaddy(port: number, apis: number[]): Promise<{stop(): Promise<void>}> {
	await installPackages({privateServers: true, also: ['caddy']});
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-caddy-'));
	const file = join(folder, 'Caddyfile');
	await writeFile(file, configuration(port, apis));
	const caddy = spawn(PROGRAM, ['run', '--config', file, '--adapter', 'caddyfile'], {
		stdio: ['ignore', 'ignore', 'ignore'],
		env: {PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder},
	});
	const gone = once(caddy, 'exit');
	for (let look = 0; !(await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)); look++) {
		if (caddy.exitCode !== null || look > 200) throw new Error('Caddy does not start.');
		await sleep(50);
	}
	return {
		async stop() {
			caddy.kill('SIGTERM');
			await gone;
			await rm(folder, {recursive: true, force: true});
		},
	};
}

const configuration = (port: number, apis: number[]) => `
{
	admin off
	auto_https off
}
http://127.0.0.1:${port} {
	reverse_proxy ${apis.map(api => `127.0.0.1:${api}`).join(' ')} {
		lb_policy round_robin
		lb_try_duration 10s
		lb_try_interval 100ms
		health_uri /readyz
		health_interval 1s
		health_timeout 5s
		flush_interval -1
		transport http {
			dial_timeout 2s
			keepalive 60s
		}
	}
}
`;
