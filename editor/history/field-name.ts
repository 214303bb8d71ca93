import {words} from '../../shared/locales/en/editor/history.ts';
import {m} from '../messages/index.ts';

/** Returns what a field of a step is called. */
export function fieldName(field: string): string {
	const {stepTitle, stepText, alt, decorative, picture, scene, side, align, simulateClick, kind} = m.inspector;
	const known: Record<string, string> = {
		title: stepTitle,
		text: stepText,
		alt,
		altDecorative: decorative,
		image: picture,
		scene,
		popoverSide: side,
		popoverAlign: align,
		simulateClick,
		type: kind,
		highlight: m.edit.highlight,
		click: m.edit.click,
	};
	return known[field] ?? words.fields[field] ?? field;
}
