import {createInterface} from 'node:readline';
import {Writable} from 'node:stream';
import {createClient} from '../../client/index.ts';
import {asCommandError, serviceUrl, writeLogin} from '../connection.ts';
import {usageError} from '../errors.ts';
import type {Output} from '../output.ts';

/** Asks for a key, tries it, and keeps it for the next commands. */
export async function login(output: Output): Promise<void> {
	const url = serviceUrl();
	output.warn(`Make a key at ${url}/account with the scopes tours:read, tours:write and publish, and paste it here.`);
	const key = await askHidden('Key: ');
	if (!key) throw usageError('No key was given.');
	const client = createClient({baseUrl: url, key});
	const {account, credential} = await client.call('GET /me', {}).catch(error => Promise.reject(asCommandError(error, url)));
	const file = await writeLogin({url, key});
	output.line(`Signed in at ${url} as ${account.name} until ${credential.expiresAt?.slice(0, 10) ?? 'you revoke it'}; kept in ${file}.`);
	output.json({url, account: account.email});
}

/** A line of standard input, which is not shown as it is typed. */
async function askHidden(question: string): Promise<string> {
	if (process.stdin.isTTY) process.stderr.write(question);
	const silent = new Writable({write: (_chunk, _encoding, done) => done()});
	const lines = createInterface({input: process.stdin, output: silent, terminal: process.stdin.isTTY});
	try {
		for await (const line of lines) return line.trim();
		return '';
	} finally {
		lines.close();
		if (process.stdin.isTTY) process.stderr.write('\n');
	}
}
