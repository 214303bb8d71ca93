import type Koa from 'koa';
import {ALL_SCOPES} from '../../shared/contract/scopes.ts';
import {AppError} from '../../shared/errors.ts';
import type {Services} from '../../shared/services/services.ts';
import type {Credential} from '../../shared/store/access/credentials.ts';
import {requireSameOrigin} from '../http/same-origin.ts';
import {sessionOf} from './session.ts';

/** Returns the credential of a call. Throws the error that the caller gets where there is none. `account`: a page of the owner's account, on any plan; `whileClosing`: also where it is to be deleted. */
export type AuthenticateCall = (ctx: Koa.Context, operation: {account?: boolean; whileClosing?: boolean}) => Promise<Credential>;

/**
 * A person's browser as a credential with every permission, for the calls under /app/v1. Throws `foreign_origin` for a change that no
 * page of ours asks for, `invalid_credential` without a session.
 */
export function sessionAuthentication(services: Services): AuthenticateCall {
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
