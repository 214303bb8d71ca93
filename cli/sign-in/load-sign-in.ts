import type * as SignIn from './index.ts';

/** Set where the command is packed: its parts lie beside it. */
declare const RECORDER: object | undefined;

/** Loads signing in and staying signed in, which people with a key do not need. */
export async function loadSignIn(): Promise<typeof SignIn> {
	const file = typeof RECORDER === 'undefined' ? './index.ts' : './sign-in.mjs';
	return (await import(file)) as typeof SignIn;
}
