import {asCommandError, connect} from '../connection.ts';
import type {Output} from '../output.ts';

/** Says whose key it is, and what it may do. */
export async function whoami(output: Output): Promise<void> {
	const {url, client} = await connect();
	const me = await client.call('GET /me', {}).catch(error => Promise.reject(asCommandError(error, url)));
	output.line(`${me.account.name} <${me.account.email}> at ${url}`);
	output.json({url, ...me});
}
