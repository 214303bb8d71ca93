import type {Tokens} from '../../client/sign-in.ts';

/** The service that this browser sends to, and the sign-in there. */
export type Account = {
	url: string;
	clientId: string;
	/** Null where the person is signed out. */
	tokens: Tokens | null;
	endpoints: {token: string; revoke: string};
};

export const ACCOUNT_KEY = 'account';

export async function readAccount(): Promise<Account | null> {
	const {[ACCOUNT_KEY]: kept} = await chrome.storage.local.get(ACCOUNT_KEY);
	return (kept as Account | undefined) ?? null;
}
