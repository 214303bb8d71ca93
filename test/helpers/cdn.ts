import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {FileStore} from '../../shared/files/file-store.ts';

const TYPES: Record<string, string> = {webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg', woff2: 'font/woff2', mp3: 'audio/mpeg'};

/** A second host of public media on 127.0.0.1: `/files/<name>`, readable from any origin as fonts need it. `asked`: names, in order. */
export async function startCdn(files: FileStore) {
	const asked: string[] = [];
	const server = createServer(async ({url = ''}, response) => {
		const name = url.replace('/files/', '');
		asked.push(name);
		const bytes = await files.read('media', name);
		const type = TYPES[name.split('.')[1] ?? ''] ?? 'application/octet-stream';
		response.writeHead(bytes ? 200 : 404, {'Content-Type': type, 'Access-Control-Allow-Origin': '*'}).end(bytes ?? undefined);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		asked,
		async close() {
			server.closeAllConnections();
			await new Promise(resolve => server.close(resolve));
		},
	};
}
