import {execFileSync} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import type {RequestListener} from 'node:http';
import {createServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import tls from 'node:tls';
import type {Connect, Resolver} from '../../../shared/outbound/public-request.ts';

/** Any address of the public Internet; nothing is ever sent there. */
const PUBLIC = '93.184.215.14';

export type Internet = {resolver: Resolver; connect: Connect; close(): void};

/**
 * A TLS server that stands for the hosts that `names` lists: whatever public address was checked, the connection ends here.
 * `resolver` knows these hosts, and every other as an address of a private network.
 */
export async function openInternet(names: string[], listener: RequestListener): Promise<Internet> {
	const certificate = makeCertificate(names);
	const server = createServer(certificate, listener);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const {port} = server.address() as AddressInfo;
	return {
		resolver: async hostname => [{address: names.includes(hostname) ? PUBLIC : '10.0.0.7', family: 4}],
		connect: options => tls.connect({...options, host: '127.0.0.1', port, lookup: undefined, ca: certificate.cert}),
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}

export function makeCertificate(names: string[]): {key: string; cert: string} {
	const folder = mkdtempSync(join(tmpdir(), 'roteiro-tls-'));
	const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	const command = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test -addext'.split(' ');
	const alternatives = names.map(name => `DNS:${name}`).join();
	execFileSync('openssl', [...command, `subjectAltName=${alternatives}`, '-keyout', key, '-out', cert], {stdio: 'ignore'});
	const made = {key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8')};
	rmSync(folder, {recursive: true});
	return made;
}
