import type Koa from 'koa';
import type {Services} from '../../shared/services/services.ts';
import type {SessionInfo} from '../../shared/store/access/sessions.ts';
import {sessionOf} from '../auth/session.ts';
import {seeOther} from '../pages/redirect.ts';

/** The session of whoever calls; without one, they are sent to sign in and come back to what they wanted to see. An account that is to be deleted has the page about that alone, unless `whileClosing`. */
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
	const wanted = ctx.method === 'GET' ? ctx.path : '/account';
	seeOther(ctx, `${services.config.baseUrl}/account/sign-in?${new URLSearchParams({next: wanted})}`);
	return null;
}
