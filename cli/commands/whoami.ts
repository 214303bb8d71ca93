import {ApiError} from '../../client/index.ts';
import {asCommandError, connect} from '../connection.ts';
import type {Output} from '../output.ts';

const ways = {
	environment: 'The key of ROTEIRO_KEY is known.',
	key: 'The key that is kept is known.',
	browser: 'The sign-in by the browser holds.',
};

/** Prints the account, the kind of sign-in, and its permissions. */
export async function whoami(output: Output): Promise<void> {
	const {url, client, by} = await connect();
	const me = await client.call('GET /me', {}).catch(error => {
		if (error instanceof ApiError && error.code === 'plan_required') return null;
		throw asCommandError(error, url);
	});
	if (!me) {
		// The service says no more to an account without the plan: what opens it is right all the same.
		output.line(`Signed in at ${url}, plan free. ${ways[by]} What commands do needs the plan Pro: see ${url}/account.`);
		return output.json({url, signedIn: by, account: {plan: 'free'}});
	}
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
