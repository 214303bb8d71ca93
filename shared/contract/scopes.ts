/** Permissions of a credential; each operation names those that it needs. */
export const SCOPES = {
	'tours:read': 'Read tours',
	'tours:write': 'Create and edit tours, steps, theme, opening form, closing card and media',
	publish: 'Publish and unpublish the permanent link',
	ai: 'Generate AI text and narration (uses the monthly quota)',
	'analytics:read': 'Read link statistics (counts only, no personal data)',
} as const;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

export function isScope(word: string): word is Scope {
	return Object.hasOwn(SCOPES, word);
}
