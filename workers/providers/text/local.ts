import type {Config} from '../../../shared/config/config.ts';
import type {TextLanguage} from '../../../shared/contract/ai/text.ts';
import {STEP_TEXTS} from '../../../shared/contract/step-fields.ts';
import {AppError} from '../../../shared/errors.ts';
import type {Wording} from '../../../shared/locales/language.ts';
import {FACTS, WORDING} from '../../../shared/locales/languages.ts';
import {alike, beginsLike, capital, cut, placeOf, plain, sentence} from '../../../shared/tour/wording/sentences.ts';
import {findTarget, type Target} from './local-writer/find-target.ts';
import type {Reader} from './local-writer/pixels/read-lines.ts';
import type {TextProvider, WriteRequest, WrittenText} from './provider.ts';

/** Milliseconds that tesseract may take for one reading; a quick and uncertain first one is followed by a second. */
const READING_MS = 8000;

/** Code points of a name of the caller's within a sentence. */
const NAME = 80;
/** Words that an instruction must have to be taken for what is to be said. */
const STATEMENT = 6;

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
			const message =
				'The local writer cannot translate. Send the words in that language as text, with language and lang both naming it, or set TEXT_PROVIDER=anthropic or TEXT_PROVIDER=openai.';
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

/**
 * Writes a step that shows a target. `target` without a label: what to do is said by its kind and place alone. `page`: what the screenshot calls
 * itself, where that could be read.
 */
export function writeTarget(request: WriteRequest, target: Target, page: string | null = null): WrittenText {
	const wording = WORDING[request.language];
	const at = wording.at[placeOf(request.step)];
	const label = target.label && wording.quote(cut(target.label, NAME));
	const moment = momentOf(request);
	const act = label ? wording.act[target.kind](label, at) : wording.bareAct[target.kind](at);
	const instruction = label ? wording.tell[target.kind](label, at) : wording.bareAct[target.kind](at);
	const title = label ? wording.title[target.kind](label) : wording.bareTitle[target.kind];
	const spoken = moment === 'first' ? wording.spoken.first(wording.quote(name(request.tour.name))) : wording.spoken[moment];
	const acted = sentence(`${wording.opening[moment]} ${act}`);
	// A balloon that says its title once more says nothing.
	const doing = alike(acted, title) ? sentence(instruction) : acted;
	// The author's instructions may describe a target that has no text.
	const statement = label ? null : statementOf(request.instructions, wording);
	const more = statement ?? (label ? null : plain(request.step.alt));
	const written = {
		title,
		text: more ? `${doing} ${sentence(more)}` : doing,
		narrationScript: sentence(`${spoken} ${instruction}`) + (more ? ` ${sentence(more)}` : ''),
	};
	const shown = cut(page ?? name(request.tour.name), NAME);
	const alt = request.alt && {alt: cut(wording.picture(wording.quote(shown), target.label === shown ? '' : (label ?? '')), STEP_TEXTS.alt)};
	return {...limited(request, written), ...alt, ...notFollowed(request, statement)};
}

/**
 * Writes a step without a picture, out of what stands in the instructions and in the steps around it. Instructions are not
 * understood, only recognised: what follows "explain that", or reads like a statement, is taken over.
 */
function writeWords(request: WriteRequest): WrittenText {
	const wording = WORDING[request.language];
	const {tour, step} = request;
	const own = tour.steps[step.index];
	const around = surroundings(request, wording);
	const instructed = statementOf(request.instructions, wording);
	const statement = instructed ?? plain(own?.text) ?? plain(step.alt);
	// A balloon that says its title once more says nothing: one clause is a text, and the title says where it stands.
	const short = statement && headline(statement);
	const title = plain(own?.title) ?? (short && !alike(short, statement) ? short : around.title);
	const text = sentence(statement && !alike(statement, title) ? statement : around.text);
	const begins = beginsLike(text, title);
	const written = limited(request, {title, text, narrationScript: statement && !begins ? `${sentence(title)} ${text}` : text});
	const asBefore = written.title === own?.title && written.text === own?.text && !request.narrationScript;
	return {...written, ...notFollowed(request, instructed), ...(asBefore && {free: true})};
}

/** Says that instructions were not followed, where there were some: this writer recognises statements and understands nothing. */
function notFollowed({instructions}: WriteRequest, statement: string | null): Pick<WrittenText, 'warnings' | 'free'> {
	if (!plain(instructions) || statement) return {};
	const message = 'The local writer cannot follow instructions; the text was written without them and not charged.';
	const hint = 'Write the words yourself with update_step (PATCH the step), or have the operator set TEXT_PROVIDER to a model.';
	return {warnings: [{field: 'instructions', message, hint}], free: true};
}

/** Says where the step is: by the title of the step before or after, else by the tour's name. */
function surroundings({tour, step}: WriteRequest, wording: Wording): {title: string; text: string} {
	const quoted = (index: number) => {
		const title = plain(tour.steps[index]?.title);
		return title ? wording.quote(cut(title, NAME)) : null;
	};
	const tourName = wording.quote(name(tour.name));
	const [before, after] = [quoted(step.index - 1), quoted(step.index + 1)];
	if (step.index === 0) return wording.welcome(tourName);
	if (step.index === tour.steps.length - 1) return wording.farewell(tourName);
	return before || after ? wording.between(before, after) : wording.welcome(tourName);
}

function statementOf(instructions: string | null, {request, manner}: Wording): string | null {
	const said = plain(instructions);
	if (!said) return null;
	const rest = said.replace(request, '');
	const clauses = rest.split(/(?<=[.;,!?])\s+/u).filter(clause => !manner.test(clause));
	const statement = clauses.join(' ').replace(/[;,]+$/u, '');
	return statement.split(' ').length >= (rest === said ? STATEMENT : 2) ? statement : null;
}

/** The first sentence or clause, as far as a title goes. */
function headline(text: string): string {
	const first = text.split(/[.!?;:]\s|,\s/u)[0]!.replace(/[.!?;:,]+$/u, '');
	return capital(cut(first, NAME));
}

/** A tour that is being made ends with each step for a moment, so that none is called the last. */
function momentOf({step}: WriteRequest): 'first' | 'middle' {
	return step.index === 0 ? 'first' : 'middle';
}

const name = (text: string) => cut(plain(text) ?? '', NAME);

function limited({narrationScript}: WriteRequest, written: {title: string; text: string; narrationScript: string}): WrittenText {
	return {
		title: cut(written.title, STEP_TEXTS.title),
		text: cut(written.text, STEP_TEXTS.text),
		narrationScript: narrationScript ? cut(written.narrationScript, STEP_TEXTS.narrationScript) : null,
	};
}
