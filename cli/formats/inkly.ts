import {LIMITS} from '../../shared/contract/limits.ts';
import {STEP_TEXTS} from '../../shared/contract/step-fields.ts';
import {distinct, keyFrom} from '../../shared/folder/names.ts';
import {
	counted,
	coverAreas,
	FormatFaults,
	type ImportedStep,
	type ImportedTour,
	languageOf,
	listOf,
	numberOf,
	numbersOf,
	objectOf,
	pixelsOf,
	shortened,
	textOf,
	titleAndText,
} from './imported.ts';

/** The file of a demo of Inkly; its pictures lie beside it. */
export const INKLY_CONFIG = 'demo.config.json';
const VERSION = 1;
/** Shares of the picture around a point without any known element. */
const AROUND_POINT = 0.02;
const SIDES = ['top', 'right', 'bottom', 'left'];
const AREA = ['x', 'y', 'w', 'h'];

/** Reads a picture of the demo; null if there is none of that name. */
export type ReadPicture = (file: string) => Promise<Buffer | null>;
type Values = Record<string, unknown>;
type Lost = Record<'films' | 'forms' | 'marks' | 'voices' | 'chapters' | 'cut', number>;
type Reading = {
	faults: Array<{field: string; message: string}>;
	changed: Map<string, Buffer>;
	lost: Lost;
	scenes: Map<string, number>;
	read: ReadPicture;
};

/** Turns a demo of Inkly into a tour, its measures in shares of the picture as they are there. Throws FormatFaults. */
export async function readInkly(config: unknown, read: ReadPicture): Promise<ImportedTour> {
	const demo = objectOf(config);
	if (numberOf(demo.version) === null || !Array.isArray(demo.steps))
		throw new FormatFaults([
			{
				field: '',
				message:
					'Is no demo of Inkly: it has no version or no steps. "roteiro record" takes recordings; of others run "roteiro init" where their pictures are.',
			},
		]);
	if (Number(demo.version) > VERSION) {
		const message = `version: Is ${demo.version}; version ${VERSION} is read. Use a newer version of this command.`;
		throw new FormatFaults([{field: 'version', message}]);
	}
	const chapters = listOf(demo.chapters).map(objectOf);
	const scenes = new Map(
		chapters.flatMap(({stepIds}, index) => listOf(stepIds).map(id => [textOf(id), Math.min(index + 1, LIMITS.sceneMax)] as const)),
	);
	const lost: Lost = {films: 0, forms: 0, marks: 0, voices: 0, cut: 0, chapters: chapters.length};
	const reading: Reading = {faults: [], changed: new Map(), lost, scenes, read};
	const steps: ImportedStep[] = [];
	const given = listOf(demo.steps).map(objectOf);
	const end = endOf(given.at(-1));
	for (const [index, step] of given.entries()) {
		const field = `steps[${index}]`;
		if (index === given.length - 1 && end) continue;
		steps.push(...(step.kind === 'cover' ? coverOf(step, field, reading) : await contentOf(step, field, reading)));
	}
	if (steps.length === 0 && reading.faults.length === 0) reading.faults.push({field: 'steps', message: 'Has no steps.'});
	if (reading.faults.length > 0) throw new FormatFaults(reading.faults);
	const keys = distinct(steps.map(({key}, index) => keyFrom(key, `step-${index + 1}`)));
	return {
		tour: {
			name: textOf(demo.title) || 'Demo',
			...languageOf(steps.flatMap(step => [step.title ?? '', step.text ?? ''])),
			...(end && {endCta: end}),
			steps: steps.map((step, index) => ({...step, key: keys[index]!})),
		},
		changed: reading.changed,
		notes: notesOf(lost),
	};
}

async function contentOf(step: Values, field: string, reading: Reading): Promise<ImportedStep[]> {
	const {lost, scenes} = reading;
	const background = objectOf(step.background);
	const all = listOf(step.annotations).map(objectOf);
	const image = await pictureOf(background, {field, all, reading});
	lost.marks += all.filter(({type}) => type === 'text').length;
	if (step.voiceover) lost.voices++;
	const messages = all.filter(({type}) => type === 'message');
	const spoken =
		textOf(step.script) ||
		listOf(step.captions)
			.map(caption => textOf(objectOf(caption).text))
			.join(' ')
			.trim();
	const scene = scenes.get(textOf(step.id));
	const said = messages.filter(({text}) => textOf(text));
	const shown = said.length > 0 ? said : [messages[0] ?? {}];
	return shown.map((message, index) => {
		const words = titleAndText(plain(textOf(message.text)) || textOf(step.label) || textOf(background.title));
		if (words.isCut) lost.cut++;
		// Messages that stand on one picture together are steps one after the other.
		return {
			key: textOf(step.id),
			type: image ? 'screen' : 'slide',
			title: words.title,
			...(words.text && {text: words.text}),
			...(index === 0 && spoken && {narrationScript: shortened(spoken, STEP_TEXTS.narrationScript)}),
			...(scene && {scene}),
			...(image && {image, ...altOf(background), ...placeOf(message), ...cameraOf(step, message)}),
		} satisfies ImportedStep;
	});
}

/** Returns a step's picture, or the first one of its film, with hidden areas covered. Null if there is none. */
async function pictureOf(
	background: Values,
	{field, all, reading}: {field: string; all: Values[]; reading: Reading},
): Promise<string | null> {
	const isFilm = background.type === 'video';
	const file = textOf(isFilm ? background.posterSrc : background.src);
	if (isFilm) reading.lost.films++;
	if (!file && isFilm) return null;
	const at = `${field}.background.${isFilm ? 'posterSrc' : 'src'}`;
	const areas = all.flatMap(one => (one.type === 'blur' ? [numbersOf(one, AREA)] : []));
	if (/^https:/.test(file) && areas.length === 0) return file;
	const bytes = reading.changed.get(file) ?? (await reading.read(file));
	if (!bytes) {
		reading.faults.push({field: at, message: file ? `${file} is not there, or no picture.` : 'Names no picture.'});
		return null;
	}
	if (areas.length === 0) return file;
	const pixels = pixelsOf(bytes);
	if (!pixels || areas.includes(null)) {
		reading.faults.push({field: at, message: `${file} has something to hide, and that can be done in a PNG only: save it as one.`});
		return null;
	}
	const {width, height} = pixels;
	const inPixels = (areas as number[][]).map(([x, y, w, h]) => [x! * width, y! * height, w! * width, h! * height]);
	reading.changed.set(file, coverAreas(pixels, inPixels));
	return file;
}

function altOf({alt}: Values): {alt?: string} {
	return textOf(alt) ? {alt: shortened(textOf(alt), STEP_TEXTS.alt)} : {};
}

/** An area is the target; a pointer and a cursor stand on it; a callout stands anywhere. */
function placeOf(message: Values): Partial<ImportedStep> {
	const at = numbersOf(message, ['x', 'y']);
	const {variant = 'callout', anchor} = message;
	if (!at || variant === 'callout') return {};
	const area = variant === 'area' ? (numbersOf(message, AREA) ?? [...at, 0.2, 0.2]) : null;
	const [x, y] = at as [number, number];
	const [left, top] = [Math.max(0, x - AROUND_POINT), Math.max(0, y - AROUND_POINT)];
	const box = area ?? [left, top, Math.min(1, x + AROUND_POINT) - left, Math.min(1, y + AROUND_POINT) - top];
	const side = SIDES.find(one => one === anchor) as ImportedStep['popoverSide'];
	return {
		highlight: box.map(part => Math.round(part * 1e5) / 1e5),
		...(!area && {click: at}),
		...(message.advancesStep === false && {simulateClick: false}),
		...(side && {popoverSide: side}),
	};
}

function cameraOf({transform}: Values, {variant}: Values): Pick<ImportedStep, 'camera'> {
	const zoom = numberOf(objectOf(transform).zoom);
	if (variant === undefined || variant === 'callout' || zoom === null || zoom <= 1) return {};
	return {camera: {zoom: Math.min(LIMITS.zoomMax, Math.round(zoom * 10) / 10)}};
}

/** A cover is a card for each of its headlines and forms. */
function coverOf(step: Values, field: string, {lost, faults, scenes}: Reading): ImportedStep[] {
	const widgets = listOf(step.widgets).map(objectOf);
	lost.forms += widgets.filter(({type}) => type === 'form' || type === 'embed' || type === 'custom').length;
	const headline = widgets.find(({type}) => type === 'headline') ?? widgets.find(({type}) => type === 'form') ?? {};
	const words = titleAndText(`${plain(textOf(headline.title) || textOf(step.label))}\n${plain(textOf(headline.description))}`);
	if (!words.title) {
		faults.push({field, message: 'Is a cover without words.'});
		return [];
	}
	if (words.isCut) lost.cut++;
	if (step.voiceover) lost.voices++;
	const scene = scenes.get(textOf(step.id));
	const script = textOf(step.script);
	return [
		{
			key: textOf(step.id),
			type: 'slide',
			title: words.title,
			...(words.text && {text: words.text}),
			...(script && {narrationScript: shortened(script, STEP_TEXTS.narrationScript)}),
			...(scene && {scene}),
		},
	];
}

/** A last cover that leads elsewhere is the closing card. */
function endOf(step: Values | undefined): object | null {
	if (step?.kind !== 'cover') return null;
	const widgets = listOf(step.widgets).map(objectOf);
	const headline = widgets.length === 1 && widgets[0]!.type === 'headline' ? widgets[0]! : {};
	const {label, action} = objectOf(headline.cta);
	const {type, href} = objectOf(action);
	if (type !== 'url' || !/^https:\/\//.test(textOf(href)) || textOf(href).length > LIMITS.linkUrl) return null;
	const text = plain(textOf(headline.description));
	return {
		enabled: true,
		title: shortened(plain(textOf(headline.title)), LIMITS.cardTitle),
		...(text && {text: shortened(text, LIMITS.cardText)}),
		link: {url: textOf(href), ...(textOf(label) && {label: shortened(textOf(label), LIMITS.buttonLabel)})},
	};
}

/** Words without the marks that make them bold, slanted or a link. */
function plain(words: string): string {
	return words.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/(\*\*|__|\*|_|`)(?=\S)([^\n]*?\S)\1/g, '$2');
}

function notesOf({films, forms, marks, voices, chapters, cut}: Lost): string[] {
	return [
		...(films > 0 ? [`${counted(films, 'film')} shown by the first picture, or as a card where there is none.`] : []),
		...(forms > 0
			? [`${counted(forms, 'form or embedded page', 'forms or embedded pages')} not taken along: leadCapture asks for contacts.`]
			: []),
		...(marks > 0
			? [`${counted(marks, 'text on a picture', 'texts on pictures')} not taken along: a tour draws nothing onto its pictures.`]
			: []),
		...(voices > 0
			? [`${counted(voices, 'recorded voice')} not taken along: its words are in narrationScript, to be generated again.`]
			: []),
		...(chapters > 0
			? [`${counted(chapters, 'chapter')} kept as scene numbers, without ${chapters === 1 ? 'its title' : 'their titles'}.`]
			: []),
		...(cut > 0 ? [`The words of ${cut} ${cut === 1 ? 'step' : 'steps'} are longer than a text may be, and end in "…".`] : []),
	];
}
