import type * as SignIn from './index.ts';

/** Set where the command is packed: its parts lie beside it. */
declare const RECORDER: object | undefined;

/** Signing in and staying signed in, of which whoever has a key needs nothing. */
export async function loadSignIn(): Promise<typeof SignIn> {
	const file = typeof RECORDER === 'undefined' ? './index.ts' : './sign-in.mjs';
	return (await import(file)) as typeof SignIn;
}
