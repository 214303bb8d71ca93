import type Koa from 'koa';
import type {Services} from '../../shared/services/services.ts';
import type {SessionInfo} from '../../shared/store/access/sessions.ts';
import {sessionOf} from '../auth/session.ts';
import {seeOther} from '../pages/redirect.ts';

/**
 * Returns the caller's session. Without one, sends them to sign in and back to the page they wanted; an account that is to be deleted is
 * sent to the page about that, unless `whileClosing`.
 */
export async function requireSession(
	ctx: Koa.Context,
	services: Services,
	{whileClosing = false}: {whileClosing?: boolean} = {},
): Promise<SessionInfo | null> {
	const session = await sessionOf(ctx, services);
	if (session?.account.deletionDueAt && !whileClosing) {
		seeOther(ctx, `${services.config.baseUrl}/account/closing`);
		return null;
	}
	if (session) return session;
	const wanted = ctx.method === 'GET' ? ctx.path : '/';
	seeOther(ctx, `${services.config.baseUrl}/account/sign-in?${new URLSearchParams({next: wanted})}`);
	return null;
}
