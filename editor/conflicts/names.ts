import {fieldName} from '../history/field-name.ts';
import {words as historyWords} from '../history/words.ts';
import {cardWords} from '../look/cards/card-words.ts';
import {words as lookWords} from '../look/words.ts';

/** Returns what a conflict is about: a field of a step, or `theme.colors.accent`. */
export function conflictName(field: string): string {
	const [part, member, key] = field.split('.') as [string, string | undefined, string | undefined];
	if (member === undefined) return part === 'name' ? historyWords.parts.name! : fieldName(part);
	if (part === 'narrationSettings') return historyWords.parts[member] ?? member;
	return `${historyWords.parts[part]}: ${memberName(part, member, key)}`;
}

function memberName(part: string, member: string, key: string | undefined): string {
	const {title, text, consent, allowSkip, submitLabel, skipLabel, fields, formOn, cardOn, replay, whatsapp, link, order} = cardWords;
	if (part === 'theme')
		return (key && (lookWords.colors as Record<string, string>)[key]) ?? (member === 'font' ? lookWords.font : lookWords.preset);
	const known: Record<string, string> = {
		enabled: part === 'leadCapture' ? formOn : cardOn,
		title,
		text,
		consentText: consent,
		allowSkip,
		submitLabel,
		skipLabel,
		showReplay: replay,
		whatsapp,
		link,
		linkFirst: order,
		...fields,
	};
	return known[key ?? member] ?? member;
}
