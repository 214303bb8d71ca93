/** Two lines of a caption at most, also on a narrow telephone. Letters that are twice as wide count twice. */
const COLUMNS = 68;
const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\u{1F000}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;

/**
 * The script in pieces that can be read at a glance, for captions. Joined they are the script again (trimmed); no piece
 * ends within a word that fits one. Short sentences share a piece, long ones are shared out evenly.
 */
export function cuesOf(script: string, language: string): string[] {
	const cues: string[] = [];
	let cue = '';
	const flush = () => {
		if (cue) cues.push(cue);
		cue = '';
	};
	for (const sentence of segments(script.trim(), 'sentence', language)) {
		const width = columns(sentence);
		if (columns(cue) + width > COLUMNS) flush();
		if (width <= COLUMNS) {
			cue += sentence;
			continue;
		}
		const share = width / Math.ceil(width / COLUMNS);
		for (const word of words(sentence, language)) {
			if (cue && columns(cue + word) > COLUMNS) flush();
			cue += word;
			// At a comma a little earlier than at any other place.
			if (columns(cue) >= share * (/[,;:)，、；：]\s*$/.test(word) ? 0.75 : 1)) flush();
		}
		flush();
	}
	flush();
	return cues;
}

/**
 * Splits a sentence into pieces that must not be cut: words with the space and marks after them, and single
 * letters of a word longer than a caption.
 */
function words(sentence: string, language: string): string[] {
	const spaced = sentence.match(/\s*\S+\s*/g) ?? [];
	return spaced.flatMap(word => {
		// Languages without spaces: their words, never beginning with a mark.
		if (columns(word) <= 24) return [word];
		const parts: string[] = [];
		for (const part of segments(word, 'word', language)) {
			if (parts.length > 0 && /^[\p{P}\p{M}\s]/u.test(part)) parts.push(parts.pop() + part);
			else parts.push(part);
		}
		return parts.flatMap(part => (columns(part) > COLUMNS ? segments(part, 'grapheme', language) : [part]));
	});
}

function columns(text: string): number {
	let count = 0;
	for (const letter of text) count += WIDE.test(letter) ? 2 : 1;
	return count;
}

function segments(text: string, granularity: 'sentence' | 'word' | 'grapheme', language: string): string[] {
	return Array.from(new Intl.Segmenter(localeOf(language), {granularity}).segment(text), ({segment}) => segment);
}

function localeOf(language: string): string {
	try {
		return Intl.getCanonicalLocales(language)[0] ?? 'en';
	} catch {
		return 'en';
	}
}
