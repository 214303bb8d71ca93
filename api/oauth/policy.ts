import {errors, interactionPolicy, type KoaContextWithOIDC} from 'oidc-provider';
import {ALL_SCOPES, isScope} from '../../shared/contract/scopes.ts';

const {Check, Prompt, base} = interactionPolicy;

/** Asks the person each time. An app's identifier is no secret, so an earlier consent tells nothing of the present caller. */
export function askEachTime() {
	const policy = base();
	policy.clear();
	const asked = new Check('consent_needed', 'the person has to consent', 'consent_required', ctx => {
		nameScopes(ctx);
		return !ctx.oidc.result?.consent;
	});
	policy.add(new Prompt({name: 'consent', requestable: true}, asked));
	// Answered by the same page, which says who is signed in and lets them be somebody else.
	policy.add(new Prompt({name: 'select_account', requestable: true}));
	return policy;
}

/** Clients ask every server for these: an identity, a refresh token, their own name. */
const NO_PERMISSIONS = new Set(['openid', 'profile', 'email', 'offline_access', 'claudeai']);

/** Replaces a missing scope with all permissions: the person chooses. Throws if none of the named ones exists. */
function nameScopes({oidc: {params}}: KoaContextWithOIDC): void {
	const wanted = params as {scope?: string};
	const words = (wanted.scope ?? '').split(' ').filter(word => word && !NO_PERMISSIONS.has(word));
	const ours = words.length === 0 ? ALL_SCOPES : words.filter(isScope);
	if (ours.length === 0) throw new errors.InvalidScope('none of these permissions exists', words.join(' '));
	wanted.scope = ours.join(' ');
}
