import {runProgram} from '../../../../shared/process/run-program.ts';
import {type EngineVoice, isInstalled, type SpeechEngine} from './engine.ts';

const LIST_TIMEOUT_MS = 10_000;
/** Codes of espeak-ng that leave the country to be known. */
const TAGS: Record<string, string> = {pt: 'pt-PT', es: 'es-ES'};
/** Languages in which most tours are narrated; they get a woman's voice too. */
const WOMAN = '+f3';
const WITH_WOMAN = new Set(['pt-br', 'pt', 'en-us', 'en-gb', 'es', 'es-419']);
/** Variants that come first in their language, for the list is alphabetical. */
const FIRST = ['pt-br', 'en-us', 'en-gb', 'es', 'fr-fr', 'vi'];

/** A sign before another one: two brackets would begin phonemes, and over rows of emoji and symbols some of its languages crash. */
const CROWDED = /[[\p{S}\p{Extended_Pictographic}\p{Emoji_Modifier}%&@#*](?=[[\p{S}\p{Extended_Pictographic}\p{Emoji_Modifier}%&@#*])/gu;

/** espeak-ng: plainly a machine, understood, and in about a hundred languages. */
export function openEspeakNg(program: string): SpeechEngine {
	return {
		name: 'espeak-ng',
		async voices(signal) {
			if (!(await isInstalled(program))) return [];
			const list = await runProgram(program, ['--voices'], {timeoutMs: LIST_TIMEOUT_MS, signal});
			return parseVoices(list.toString());
		},
		async speak({text, voice, timeoutMs, signal}) {
			// The text goes to standard input: arguments are for every user of the machine to see.
			const input = text.replace(CROWDED, '$& ');
			return await runProgram(program, ['-b', '1', '-v', voice, '--stdin', '--stdout'], {input, timeoutMs, signal});
		},
	};
}

function parseVoices(list: string): EngineVoice[] {
	const voices = new Map<string, EngineVoice>();
	for (const line of list.split('\n').slice(1)) {
		const [, key, , name, file] = line.trim().split(/\s+/);
		// Private variants (x-…) and Latin spellings are for those who ask espeak-ng itself.
		if (!key || !name || !file || voices.has(key) || /-(x|latn)-?/i.test(key) || isUnspoken(key, name, file)) continue;
		const language = languageTag(key);
		if (!language) continue;
		const voice = {key, name: name.replaceAll('_', ' ').trim(), language, quality: 'basic'} as const;
		voices.set(key, voice);
		if (WITH_WOMAN.has(key)) voices.set(key + WOMAN, {...voice, key: key + WOMAN, name: `${voice.name}, woman`});
	}
	const rank = ({key}: EngineVoice) => (FIRST.indexOf(key) + FIRST.length + 1) % (FIRST.length + 1);
	return [...voices.values()].sort((a, b) => rank(a) - rank(b));
}

/** True for languages of books, games and the past, in which no product is shown; Esperanto has its speakers. */
function isUnspoken(key: string, name: string, file: string): boolean {
	return (file.startsWith('art/') && key !== 'eo') || /\((Ancient|Classical)\)/.test(name);
}

function languageTag(code: string): string | undefined {
	try {
		return TAGS[code] ?? Intl.getCanonicalLocales(code)[0];
	} catch {
		return undefined;
	}
}
