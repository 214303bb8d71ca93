import {hash, verify} from '@node-rs/argon2';
import {LIMITS} from '../../shared/contract/limits.ts';

/** Argon2id, the library's default, at the parameters that OWASP's cheat sheet on storing passwords names first: 19 MiB, two passes, one lane. */
const PARAMETERS = {memoryCost: 19_456, timeCost: 2, parallelism: 1};

/** Returns the hash to store. Takes a core for some ten milliseconds, outside of the event loop. */
export function hashPassword(password: string): Promise<string> {
	return hash(normalized(password), PARAMETERS);
}

/** True if the password is right. Takes as much work for an account that does not exist or has no password. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
	if ([...password].length > LIMITS.passwordMax) return false;
	const right = await verify(passwordHash ?? (await dummyHash()), normalized(password));
	return right && passwordHash !== null;
}

let made: Promise<string> | undefined;

function dummyHash(): Promise<string> {
	made ??= hashPassword(crypto.randomUUID());
	return made;
}

/** Unifies code points: equal characters typed on two keyboards may arrive as different ones. */
function normalized(password: string): string {
	return password.normalize('NFKC');
}
