import type {Setting} from '../../shared/contract/edit.ts';
import {m} from '../messages/index.ts';
import {type Change, isWords} from '../saving/change.ts';
import type {Deed} from '../saving/history.ts';

/** The subject of a deed, if all of it concerns one thing. */
type About = keyof typeof m.deeds.about;

const PARTS: Record<Setting, About> = {
	theme: 'theme',
	leadCapture: 'form',
	endCta: 'card',
	narrationSettings: 'voices',
	chapters: 'chapters',
};
const FIELDS: Record<string, About> = {
	narrationScript: 'narration',
	alt: 'alt',
	altDecorative: 'alt',
	highlight: 'marks',
	click: 'marks',
	image: 'picture',
	type: 'picture',
	actions: 'paths',
};

/** Returns what a deed is about, in words. */
export function aboutDeed({changes}: Deed): string {
	const all = new Set(changes.flatMap(aboutOf));
	return m.deeds.about[all.size === 1 ? [...all][0]! : 'several'];
}

function aboutOf(change: Change): About[] {
	switch (change.kind) {
		case 'rename':
			return ['name'];
		case 'move':
			return ['order'];
		case 'add':
		case 'restore':
			return ['added'];
		case 'delete':
			return ['deleted'];
		case 'settings':
			return (Object.keys(change.set) as Setting[]).map(part => PARTS[part]);
		case 'edit':
			return Object.keys(change.set).map(field => FIELDS[field] ?? (isWords(field) ? 'words' : 'options'));
	}
}
