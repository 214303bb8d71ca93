import type {Config} from '../../../shared/config/config.ts';
import type {TextLanguage} from '../../../shared/contract/ai/text.ts';
import {AppError} from '../../../shared/errors.ts';
import {FACTS} from '../../../shared/locales/languages.ts';
import {findTarget, type Target} from './local-writer/find-target.ts';
import type {Reader} from './local-writer/read-lines.ts';
import {writeTarget, writeWords} from './local-writer/write-step.ts';
import type {TextProvider, WriteRequest} from './provider.ts';

/** Milliseconds that tesseract may take for one reading; a quick and uncertain first one is followed by a second. */
const READING_MS = 8000;

/**
 * Writes without a key and without a network: what is clicked is recognised in the screenshot, and its label read. Where that
 * fails in any way (no tesseract, no time, a broken image, nothing that could be read for certain) the text names no label.
 */
export function openLocalText({tesseract}: Pick<Config, 'tesseract'>, readingMs = READING_MS): TextProvider {
	return {
		name: 'local',
		async write(request, signal) {
			signal.throwIfAborted();
			if (!request.image || request.step.type === 'slide') return writeWords(request);
			const reader = {tesseract, timeoutMs: readingMs, signal};
			const target = await look(request, request.image, reader);
			if (!request.alt) return writeTarget(request, target);
			// Without a pointer it is the heading that is found.
			const whole = {...request, step: {...request.step, highlight: null, click: null}};
			return writeTarget(request, target, (await look(whole, request.image, reader)).label);
		},
		async translate() {
			const message = 'The local writer cannot translate. Set TEXT_PROVIDER=anthropic or TEXT_PROVIDER=openai to have texts translated.';
			throw new AppError('provider_unavailable', {message});
		},
	};
}

async function look({step, language}: WriteRequest, image: Buffer, reader: Omit<Reader, 'languages'>): Promise<Target> {
	try {
		return await findTarget(image, step, {...reader, languages: languagesToRead(language)});
	} catch {
		reader.signal.throwIfAborted();
		return {kind: step.highlight || step.click ? 'text' : 'heading', label: null, confidence: 0};
	}
}

/** Returns tesseract's names of our languages: the one to write in is the likeliest of the screenshot too. */
function languagesToRead(language: TextLanguage): string[] {
	const all = Object.values(FACTS).map(({iso639}) => iso639);
	return [...new Set([FACTS[language].iso639, FACTS.en.iso639, ...all])];
}
