import {words as historyWords} from '../../shared/locales/en/editor/history.ts';
import {fieldName} from '../messages/index.ts';
import {lent} from './lent.ts';

/** Returns what a conflict is about: a field of a step, or `theme.colors.accent`. */
export function conflictName(field: string): string {
	const [part, member, key] = field.split('.') as [string, string | undefined, string | undefined];
	if (member === undefined) return historyWords.parts[part] ?? fieldName(part);
	if (part === 'narrationSettings') return historyWords.parts[member] ?? member;
	return `${historyWords.parts[part]}: ${memberName(part, member, key)}`;
}

function memberName(part: string, member: string, key: string | undefined): string {
	const {title, text, consent, allowSkip, submitLabel, skipLabel, fields, formOn, cardOn, replay, whatsapp, link, order} = lent.cardWords;
	if (part === 'theme')
		return (
			(key && (lent.lookWords.colors as Record<string, string>)[key]) ?? (member === 'font' ? lent.lookWords.font : lent.lookWords.preset)
		);
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
