import {refresh, type Tokens} from '../../client/sign-in.ts';
import {SignInError} from '../../client/sign-in-error.ts';
import {isOver, signedInFetch} from '../../client/signed-in-fetch.ts';
import {withKept} from './keep.ts';
import {readKept, type SignedIn} from './kept.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Returns a `fetch` that calls the service as the signed-in person and renews the sign-in: new tokens are kept for the next command. */
export function keptFetch({url, tokens}: SignedIn & {tokens: Tokens}): typeof fetch {
	return signedInFetch(url, tokens, old => renew(url, old));
}

/** The tokens that work now: those that another process has got meanwhile, else new ones. */
function renew(url: string, old: Tokens): Promise<Tokens> {
	return withKept(url, async keep => {
		const kept = await readKept(url);
		if (!kept || 'key' in kept || !kept.tokens) throw ended(url);
		const {tokens, clientId, endpoints} = kept;
		if (tokens.accessToken !== old.accessToken && !isOver(tokens)) return tokens;
		if (!tokens.refreshToken) throw ended(url);
		return uninterrupted(async () => {
			try {
				const fresh = await refresh(endpoints, clientId, tokens.refreshToken!);
				const next = {...fresh, refreshToken: fresh.refreshToken ?? tokens.refreshToken};
				await keep({...kept, tokens: next});
				return next;
			} catch (error) {
				if (!(error instanceof SignInError) || (error.fault !== 'ended' && error.fault !== 'unknown_app')) throw error;
				await keep({...kept, tokens: null});
				throw ended(url);
			}
		});
	});
}

function ended(url: string): SignInError {
	return new SignInError(
		'ended',
		`${url} has ended this sign-in: it was disconnected there, or not used for long. Sign in again with "roteiro login".`,
	);
}

/** Holds back Ctrl-C between the service's response and the file: the old tokens are used up by then. */
async function uninterrupted<T>(work: () => Promise<T>): Promise<T> {
	let asked: NodeJS.Signals | null = null;
	const others = SIGNALS.some(name => process.listenerCount(name) > 0);
	const note = (name: NodeJS.Signals) => {
		asked = name;
	};
	for (const name of SIGNALS) process.on(name, note);
	try {
		return await work();
	} finally {
		for (const name of SIGNALS) process.removeListener(name, note);
		if (asked && !others) process.kill(process.pid, asked);
	}
}
