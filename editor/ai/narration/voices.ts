import type {Voice} from '../../../shared/contract/ai/text.ts';
import {PAGE_LANGUAGES, primaryLanguage} from '../../../shared/contract/page-language.ts';
import type {Narration} from '../../../shared/contract/step.ts';
import {words} from '../../../shared/locales/en/editor/ai.ts';
import {usableLanguage} from '../../../shared/tour/language/language-tag.ts';
import {spokenWords} from '../../../shared/tour/marked.ts';
import {language, m} from '../../messages/index.ts';
import {asOwn} from '../../session/others-work.ts';
import {client} from '../../shell/session-data.ts';
import {say} from '../../shell/toast.tsx';
import {languageName} from '../../words/language-name.ts';
import type {Desk} from '../assistant.ts';

/** Languages that are offered first: the reader's own, then those in which the editor speaks and texts are written. */
const FIRST = [...new Set([language, ...PAGE_LANGUAGES].map(primaryLanguage))];

/** Characters that take some five seconds. */
const SAMPLE_LENGTH = 90;

/** Sets the tour's language or a voice, for all its steps; null removes a language's voice. */
export function setVoices(
	{session: {work}}: Desk,
	{language, voice}: {language?: string; voice?: {language: string; id: string | null}},
): void {
	const {narrationSettings: now} = work.outbox.tour.value;
	work.set(
		{narrationSettings: {language: now.language, ...(voice && {voices: {[voice.language]: now.voices[voice.language] ?? null}})}},
		{narrationSettings: {language: language ?? now.language, ...(voice && {voices: {[voice.language]: voice.id}})}},
	);
}

/** Has a voice speak the tour's first words. Returns the URL of the sound. */
export async function speakSample(desk: Desk, voice: string): Promise<string> {
	const {steps, name} = desk.session.tour.value;
	const [first = name] = steps.flatMap(step => spokenWords(step) ?? []);
	const {sample, usage} = await client.call('POST /voices/{id}/samples', {id: voice, text: first.slice(0, SAMPLE_LENGTH)});
	desk.usage.value = {...desk.usage.value, ...usage};
	return sample.url;
}

/** Removes a narration and offers it back, which costs nothing, unless it was made of older words. */
export async function removeNarration(desk: Desk, step: string, {lang}: Pick<Narration, 'lang'>): Promise<void> {
	await desk.stored();
	// The row may be drawn of words from before it was spoken again.
	const {narration, narrations} = desk.session.tour.value.steps.find(({id}) => id === step)!;
	const removed = [narration, ...narrations].find(one => one?.lang === lang);
	if (!removed) return;
	const {stale, voice, script} = removed;
	await asOwn(step, async () => {
		await client.call('DELETE /tours/{id}/steps/{stepId}/narration', {id: desk.session.tour.value.id, stepId: step, ...(lang && {lang})});
		await desk.refresh();
	});
	const back = () => desk.forStep(lang === null ? {kind: 'narrate', voice} : {kind: 'translate', lang, voice, text: script}, step);
	say(words.removed, stale ? undefined : {label: m.undo, run: back});
}

/** Returns the voices that speak a language in any country, those of its own country first. */
export function voicesFor(voices: readonly Voice[], language: string): Voice[] {
	const tag = usableLanguage(language).toLowerCase();
	const others = (voice: Voice) => Number(voice.language.toLowerCase() !== tag);
	return voices
		.filter(voice => primaryLanguage(voice.language) === primaryLanguage(language))
		.sort((one, other) => others(one) - others(other));
}

/** Returns the voice that the tour names for a language. */
export function chosenVoice(voices: Record<string, string>, language: string): string | null {
	const found = Object.entries(voices).find(([tag]) => usableLanguage(tag) === usableLanguage(language));
	return (found ?? Object.entries(voices).find(([tag]) => tag === primaryLanguage(language)))?.[1] ?? null;
}

/** Returns the languages that can be spoken, by name; `kept` is there in any case. */
export function spokenLanguages(voices: readonly Voice[], kept: readonly string[] = []): Array<[string, string]> {
	const tags = new Set([...kept, ...FIRST.filter(tag => voicesFor(voices, tag).length > 0), ...voices.map(({language}) => language)]);
	// pt means pt-BR.
	if (tags.has('pt')) tags.delete('pt-BR');
	const named = [...tags].map((tag): [string, string] => [tag, languageName(tag)]);
	const rank = (tag: string) => (FIRST.includes(tag) ? FIRST.indexOf(tag) : FIRST.length);
	return named.sort(([one, name], [other, its]) => rank(one) - rank(other) || name.localeCompare(its));
}
