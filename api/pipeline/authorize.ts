import type {Scope} from '../../shared/contract/access.ts';
import {AppError} from '../../shared/errors.ts';
import type {Credential} from '../../shared/store/access/credentials.ts';
import {challengeHeader} from '../auth/bearer.ts';
import type {Operation} from './operation.ts';

/** Throws `plan_required` or `missing_permission` where the credential does not open this operation. */
export function authorize(operation: Operation, credential: Credential, baseUrl: string): void {
	if (!operation.account) requirePlan(credential);
	requireScopes(operation.scopes, credential, baseUrl);
}

/** Throws `missing_permission` where the credential has not this one, which only some calls of an operation need. */
export function requireScope(scope: Scope, credential: Credential, baseUrl: string): void {
	requireScopes([scope], credential, baseUrl);
}

function requireScopes(wanted: Scope[], {scopes}: Credential, baseUrl: string): void {
	const missing = wanted.filter(scope => !scopes.includes(scope));
	if (missing.length === 0) return;
	const message = `The credential lacks the permission ${missing.join(' and ')}.`;
	const challenge = {error: 'insufficient_scope', description: message, scope: wanted};
	throw new AppError('missing_permission', {message, headers: {'WWW-Authenticate': challengeHeader(baseUrl, 'v1', challenge)}});
}

/** Throws where the account's plan opens nothing but its own pages. */
export function requirePlan({account}: Credential): void {
	if (account.plan !== 'pro') throw new AppError('plan_required');
}
