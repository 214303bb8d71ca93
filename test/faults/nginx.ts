import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {installPackages} from '../../infra/start/packages.mjs';

const PROGRAM = '/usr/sbin/nginx';

/** Starts Debian's nginx on loopback in front of some APIs, configured as in docs/scaling.md. Installs it if it may. */
export async function startNginx(port: number, apis: number[]): Promise<{stop(): Promise<void>}> {
	await installPackages({privateServers: true, also: ['nginx']});
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-nginx-'));
	const file = join(folder, 'nginx.conf');
	await writeFile(file, configuration(folder, port, apis));
	const nginx = spawn(PROGRAM, ['-c', file, '-p', folder, '-e', join(folder, 'error.log')], {stdio: ['ignore', 'inherit', 'inherit']});
	const gone = once(nginx, 'exit');
	for (let look = 0; !(await listens(port)); look++) {
		if (nginx.exitCode !== null || look > 200) throw new Error('nginx does not start.');
		await sleep(50);
	}
	return {
		async stop() {
			nginx.kill('SIGTERM');
			await gone;
			await rm(folder, {recursive: true, force: true});
		},
	};
}

async function listens(port: number): Promise<boolean> {
	return fetch(`http://127.0.0.1:${port}/nginx-is-up`).then(
		() => true,
		() => false,
	);
}

const configuration = (folder: string, port: number, apis: number[]) => `
daemon off;
pid ${folder}/nginx.pid;
worker_processes 1;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
	access_log off;
	client_body_temp_path ${folder}/body;
	proxy_temp_path ${folder}/proxy;
	fastcgi_temp_path ${folder}/fastcgi;
	uwsgi_temp_path ${folder}/uwsgi;
	scgi_temp_path ${folder}/scgi;
	upstream roteiro {
		${apis.map(api => `server 127.0.0.1:${api} max_fails=0;`).join('\n\t\t')}
		keepalive 32;
	}
	server {
		listen 127.0.0.1:${port};
		client_max_body_size 22m;
		proxy_http_version 1.1;
		proxy_set_header Connection "";
		proxy_set_header Host $host;
		proxy_set_header X-Forwarded-For $remote_addr;
		proxy_connect_timeout 2s;
		proxy_send_timeout 300s;
		location = /nginx-is-up { return 204; }
		location / {
			proxy_pass http://roteiro;
			proxy_buffering off;
		}
	}
}
`;
