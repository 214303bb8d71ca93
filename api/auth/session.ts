import type Koa from 'koa';
import {ALL_SCOPES} from '../../shared/contract/access.ts';
import {AppError} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import {claimAdministration} from '../../shared/store/access/accounts.ts';
import {endSession, findSession, type SessionInfo} from '../../shared/store/access/sessions.ts';
import {type Db, tx} from '../../shared/store/database.ts';
import {requireSameOrigin} from '../http/headers.ts';
import type {Authenticate} from './bearer.ts';

/** A person's browser: the cookie that keeps them signed in, and the proof that a call comes from a page of ours. */

type Context = Pick<Koa.Context, 'cookies' | 'append' | 'state'>;

/** Browsers in the order of checking: a user agent also names those further down. */
const BROWSERS: Array<[name: string, said: RegExp]> = [
	['Edge', /\bEdg(?:A|iOS)?\//],
	['Opera', /\bOPR\//],
	['Samsung Internet', /\bSamsungBrowser\//],
	['Firefox', /\b(?:Firefox|FxiOS)\//],
	['Chrome', /\b(?:Chrome|CriOS)\//],
	['Safari', /\bSafari\//],
];
const SYSTEMS: Array<[name: string, said: RegExp]> = [
	['iPhone', /\biPhone\b/],
	['iPad', /\biPad\b/],
	['Android', /\bAndroid\b/],
	['Windows', /\bWindows\b/],
	['macOS', /\bMac OS X\b/],
	['ChromeOS', /\bCrOS\b/],
	['Linux', /\bLinux\b/],
];

/** Returns the caller's session, or null. */
export async function sessionOf(ctx: Context, {config, database}: Pick<Services, 'config' | 'database'>): Promise<SessionInfo | null> {
	const token = readToken(ctx, config.baseUrl);
	const session = token ? await findSession(database.manager, token) : null;
	if (session) ctx.state.accountId = session.account.id;
	return session;
}

/** Gives a new session to the caller's browser, and ends the one that it had. */
export async function keepSignedIn(
	ctx: Context,
	{config, database}: Pick<Services, 'config' | 'database'>,
	session: {token: string; expiresAt: Date},
): Promise<void> {
	const before = readToken(ctx, config.baseUrl);
	if (before) await endSession(database.manager, before);
	ctx.append('Set-Cookie', sessionCookie(session, config.baseUrl));
}

/** Ends the caller's session, and takes the cookie away. */
export async function signOut(ctx: Context, {config, database}: Pick<Services, 'config' | 'database'>): Promise<void> {
	const token = readToken(ctx, config.baseUrl);
	if (token) await endSession(database.manager, token);
	ctx.append('Set-Cookie', sessionCookie(null, config.baseUrl));
}

/** The Set-Cookie header that carries a session, or that takes it away. */
export function sessionCookie(session: {token: string; expiresAt: Date} | null, baseUrl: string): string {
	const {token, expiresAt} = session ?? {token: '', expiresAt: new Date(0)};
	const secure = isSecure(baseUrl) ? '; Secure' : '';
	return `${cookieName(baseUrl)}=${token}; Path=/; Expires=${expiresAt.toUTCString()}; HttpOnly; SameSite=Lax${secure}`;
}

function readToken(ctx: Context, baseUrl: string): string | undefined {
	return ctx.cookies.get(cookieName(baseUrl));
}

/** Returns the cookie's name. Under https its prefix makes sure that no other host, path or plain connection has set it. */
function cookieName(baseUrl: string): string {
	return isSecure(baseUrl) ? '__Host-roteiro_session' : 'roteiro_session';
}

function isSecure(baseUrl: string): boolean {
	return baseUrl.startsWith('https:');
}

/**
 * Runs `work`, which lets an account's owner in for the first time, in one transaction, and returns its result; if
 * `work` returns null, no owner comes in. The first account of an empty service becomes its administrator, on the plan
 * Pro (`isFirst`). `id`: the account's.
 */
export async function completeFirstSignIn<T extends {id: string}>(
	{database, log}: Pick<Services, 'database' | 'log'>,
	work: (db: Db) => Promise<T | null>,
): Promise<(T & {isFirst: boolean}) | null> {
	const entered = await tx(database, async db => {
		const done = await work(db);
		return done && {...done, isFirst: await claimAdministration(db, done.id)};
	});
	if (entered?.isFirst) log.info({accountId: entered.id}, 'the first account of this service is its administrator, on the plan Pro');
	return entered;
}

/**
 * A person's browser as a credential with every permission, for the calls under /app/v1. Throws `foreign_origin` for a change that no
 * page of ours asks for, `invalid_credential` without a session.
 */
export function sessionAuthentication(services: Services): Authenticate {
	const {baseUrl} = services.config;
	return async (ctx, operation) => {
		ctx.set({'Cache-Control': operation.account ? 'no-store' : 'private, no-cache', Vary: 'Cookie'});
		requireSameOrigin(ctx, baseUrl);
		const session = await sessionOf(ctx, services);
		if (!session) {
			throw new AppError('invalid_credential', {
				message: `Nobody is signed in: the session has ended, or there was none. Sign in at ${baseUrl}/account/sign-in.`,
				headers: {'WWW-Authenticate': 'Cookie realm="roteiro"'},
			});
		}
		const {id, expiresAt, account} = session;
		if (account.deletionDueAt && !operation.whileClosing) {
			throw new AppError('invalid_credential', {
				message: `The account is to be deleted on ${account.deletionDueAt.toISOString()}. Until then it can be kept at ${baseUrl}/account/closing.`,
				headers: {'WWW-Authenticate': 'Cookie realm="roteiro"'},
			});
		}
		return {id, type: 'session', name: 'Roteiro', scopes: ALL_SCOPES, expiresAt, account};
	};
}

/** Names browser and system in our own words (`Firefox, Linux`); null if neither is known. */
export function deviceOf(userAgent: string): string | null {
	const names = [BROWSERS, SYSTEMS].flatMap(list => list.find(([, said]) => said.test(userAgent.slice(0, 1000)))?.[0] ?? []);
	return names.length > 0 ? names.join(', ') : null;
}
