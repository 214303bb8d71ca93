import {asCommandError, connect} from '../connection.ts';
import type {Output} from '../output.ts';

/** Says as whom one is let in, by what, and what that may do. */
export async function whoami(output: Output): Promise<void> {
	const {url, client, by} = await connect();
	const me = await client.call('GET /me', {}).catch(error => Promise.reject(asCommandError(error, url)));
	const {name, scopes, expiresAt} = me.credential;
	output.line(`${me.account.name} <${me.account.email}> at ${url}, plan ${me.account.plan}`);
	const how = {
		environment: `By the key of ROTEIRO_KEY, "${name}"`,
		key: `By the key "${name}"`,
		browser: `Signed in with the browser, as the app "${name}"`,
	}[by];
	output.line(`${how}: ${scopes.join(', ')}${by === 'browser' ? '' : `; until ${expiresAt?.slice(0, 10)}`}.`);
	output.json({url, signedIn: by, ...me});
}
