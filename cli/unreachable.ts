import {CommandError, EXIT} from './errors.ts';
import {proxyFor} from './proxy/proxy-for.ts';

/** Node's codes for a certificate without a known signer. */
const UNKNOWN_SIGNER = /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)/;

/** Says why a URL was not reached, by the error of `fetch`, and what helps. `before`: what stands before that. */
export function unreachable(url: string, error: unknown, before = ''): CommandError {
	const {name, message, cause} = error as Error & {cause?: {code?: string; message?: string}};
	const why = name === 'TimeoutError' ? 'no response' : cause?.code || cause?.message || message;
	const {origin} = new URL(url);
	const proxy = proxyFor(url);
	const by = proxy ? ` through the proxy of ${proxy.variable} (${proxy.url.host})` : '';
	const helps = UNKNOWN_SIGNER.test(why)
		? 'Set NODE_EXTRA_CA_CERTS to the file with the certificate that has signed it.'
		: proxy
			? `Nothing is lost: see whether ${proxy.variable} is right, and run it again.`
			: 'Nothing is lost: run it again.';
	return new CommandError(EXIT.network, [{message: `${before}${origin} cannot be reached${by} (${why}). ${helps}`}]);
}

/** Turns an error of signing in, a part of the command with classes of its own, into one of the command; null for any other. */
export function signInError(error: unknown): CommandError | null {
	const {name, fault, message, url, cause} = error as {name?: string; fault?: string; message: string; url?: string; cause?: unknown};
	if (name !== 'SignInError') return null;
	if (url) return unreachable(url, cause);
	return new CommandError(fault === 'unreachable' || fault === 'busy' ? EXIT.network : EXIT.refused, [{message}]);
}
