import type {ThemeInput} from '../contract/theme.ts';
import type {StoredTheme} from './document/document.ts';

/** The theme after a change: absent members stay; another preset drops the earlier colour overrides. */
export function changeTheme(theme: StoredTheme, change: ThemeInput): StoredTheme {
	const kept = change.preset && change.preset !== theme.preset ? {} : theme.colors;
	return {
		preset: change.preset ?? theme.preset,
		colors: {...kept, ...change.colors},
		font: change.font ?? theme.font,
	};
}
