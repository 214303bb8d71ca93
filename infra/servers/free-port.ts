import {createServer} from 'node:net';

/** Throws in words where another program listens there. Port 0 returns a free one, any other itself. */
export function requirePort(host: string, port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.on('error', (error: NodeJS.ErrnoException) => {
			const why: Record<string, string> = {
				EADDRINUSE: `Port ${port} on ${host} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
				EACCES: `Port ${port} may not be opened by this user. Choose one above 1023: PORT=8080 npm start`,
				EADDRNOTAVAIL: `HOST ${host} is no address of this machine.`,
				ENOTFOUND: `HOST ${host} is no address of this machine.`,
			};
			reject(new Error(why[error.code ?? ''] ?? error.message));
		});
		server.listen(port, host, () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
		});
	});
}
