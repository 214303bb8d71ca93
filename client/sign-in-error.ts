/** Reasons why signing in failed, as far as the next step depends on them. */
export type SignInFault =
	/** The URL is neither https nor this machine: no token is sent there. */
	| 'insecure'
	/** The URL leads to no Roteiro, or to one with another name. */
	| 'not_roteiro'
	| 'unreachable'
	| 'busy'
	/** The person said no. */
	| 'denied'
	/** The response belongs to another sign-in. */
	| 'foreign'
	/** The code or the refresh token is used, over, or taken away. */
	| 'ended'
	/** The service has forgotten this app, or never knew it. */
	| 'unknown_app'
	| 'refused';

/** Signing in did not work; the message never has a code or a token in it. */
export class SignInError extends Error {
	readonly fault: SignInFault;
	/** The URL that was not reached; the cause says why. */
	readonly url: string | undefined;

	constructor(fault: SignInFault, message: string, {url, cause}: {url?: string; cause?: unknown} = {}) {
		super(message, {cause});
		this.name = 'SignInError';
		this.fault = fault;
		this.url = url;
	}
}
