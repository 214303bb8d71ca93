import {readFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import sharp from 'sharp';
import {readConfig} from '../../shared/config/config.ts';
import type {TextLanguage} from '../../shared/contract/ai/text.ts';
import type {Click, Highlight} from '../../shared/contract/geometry.ts';
import {runProgram} from '../../shared/process/run-program.ts';
import {writeTarget} from '../../workers/providers/text/local.ts';
import {findTarget, type Target} from '../../workers/providers/text/local-writer/find-target.ts';
import type {WrittenText} from '../../workers/providers/text/provider.ts';
import type {Measured} from './benches.ts';
import {median, ms, percentile, sized} from './figures.ts';

const TARGETS = resolve(import.meta.dirname, '../evals/local-writer');
const GOALS = {found: 0.85, accepted: 0.8, p95: 1500};
/** What the service stores around a click that comes without a highlight. */
const LONE = {width: 0.14, height: 0.08};
const SAME = 0.9;

type True = {kind: keyof typeof VERBS; label: string; visible: boolean; highlight: Highlight | null; click: Click};
type Picture = {file: string; language: TextLanguage; targets: True[]};
type Outcome = {found: boolean; naive: boolean; accepted: boolean; milliseconds: number; visible: boolean};

const CLICK = {en: /\bclick\b/iu, 'pt-BR': /\bclique\b/iu, es: /\bhaz clic\b/iu};
const OPEN = {en: /\b(?:click|open)\b/iu, 'pt-BR': /\b(?:clique|abra)\b/iu, es: /\b(?:haz clic|abre)\b/iu};
/** The verbs that a person would use for each kind of target, in each language. */
const VERBS = {
	button: CLICK,
	icon: CLICK,
	link: OPEN,
	tab: OPEN,
	menu: OPEN,
	field: {en: /\bfill in\b/iu, 'pt-BR': /\bpreencha\b/iu, es: /\brellena\b/iu},
	select: {en: /\bchoose\b/iu, 'pt-BR': /\bescolha\b/iu, es: /\belige\b/iu},
	checkbox: {en: /\bselect\b/iu, 'pt-BR': /\bmarque\b/iu, es: /\bmarca\b/iu},
	heading: {en: /\btake a look\b/iu, 'pt-BR': /\b(?:veja|conheça)/iu, es: /\b(?:mira|conoce)\b/iu},
};

/** The local writer on real screenshots whose labels are known, beside tesseract on the highlighted part alone. `--verbose` prints each target. */
export async function benchLocalWriter(sets = ['tuned-on', 'held-out']): Promise<Measured[]> {
	const measured: Measured[] = [];
	for (const set of sets) measured.push(...(await measure(set)));
	return measured;
}

async function measure(set: string): Promise<Measured[]> {
	const pictures: Picture[] = JSON.parse(await readFile(join(TARGETS, `${set}.json`), 'utf8'));
	const outcomes: Outcome[] = [];
	for (const {file, language, targets} of pictures.slice(0, sized(pictures.length, 1))) {
		const image = await readFile(join(TARGETS, file));
		for (const target of targets) outcomes.push(await tryOne(file, image, language, target));
	}
	const labelled = outcomes.filter(({visible}) => visible);
	const found = share(labelled, ({found}) => found);
	const naive = share(labelled, ({naive}) => naive);
	const accepted = share(outcomes, ({accepted}) => accepted);
	const times = outcomes.map(({milliseconds}) => milliseconds);
	const p95 = percentile(times, 0.95);
	return [
		{
			what: `labels found, ${set}, ${labelled.length} targets`,
			ours: percent(found),
			bare: percent(naive),
			ratio: found / GOALS.found,
			goal: `>= 1, of ${percent(GOALS.found)}`,
			met: found >= GOALS.found,
		},
		{
			what: `texts accepted, ${set}, ${outcomes.length} targets`,
			ours: percent(accepted),
			bare: 'none',
			ratio: accepted / GOALS.accepted,
			goal: `>= 1, of ${percent(GOALS.accepted)}`,
			met: accepted >= GOALS.accepted,
		},
		{
			what: `p95 of a step, ${set}`,
			ours: `${ms(p95)} (median ${ms(median(times))})`,
			bare: 'none',
			ratio: p95 / GOALS.p95,
			goal: `<= 1, of ${ms(GOALS.p95)}`,
			met: p95 <= GOALS.p95,
		},
	];
}

async function tryOne(file: string, image: Buffer, language: TextLanguage, truth: True): Promise<Outcome> {
	const {tesseract} = readConfig();
	const languages = {en: ['eng', 'por', 'spa'], 'pt-BR': ['por', 'eng', 'spa'], es: ['spa', 'eng', 'por']}[language];
	const {click} = truth;
	const highlight = truth.highlight ?? around(click);
	const step = {index: 1, type: 'screen' as const, highlight, click, alt: null};
	const start = performance.now();
	const target = await findTarget(image, step, {tesseract, languages, timeoutMs: 60_000, signal: AbortSignal.timeout(60_000)});
	const steps = [1, 2, 3].map(() => ({title: null, text: null}));
	const written = writeTarget({language, narrationScript: true, instructions: null, tour: {name: 'Tour', steps}, step, image}, target);
	const milliseconds = performance.now() - start;
	const found = target.label !== null && alike(target.label, truth.label);
	const naive = truth.visible && alike(await readCrop(tesseract, image, highlight, languages), truth.label);
	const accepted = isAccepted(target, written, truth, language, found);
	if (process.argv.includes('--verbose')) {
		console.log(
			[
				accepted ? 'ok' : 'NO',
				file,
				truth.kind,
				truth.label,
				'->',
				target.kind,
				target.label,
				Math.round(target.confidence),
				written.title,
			].join(' | '),
		);
	}
	return {found, naive, accepted, milliseconds, visible: truth.visible};
}

/**
 * The rubric: title and text name the right thing (or, where nothing is written on it, name nothing), with a verb that fits its
 * kind, in the language asked for; the script does as well.
 */
function isAccepted(
	target: Target,
	{title, text, narrationScript}: WrittenText,
	{kind, label, visible}: True,
	language: TextLanguage,
	found: boolean,
): boolean {
	if (visible ? !found : target.label !== null && !alike(target.label, label)) return false;
	if (target.label && ![title, text, narrationScript!].every(one => one.includes(target.label!))) return false;
	return [title, text].every(one => VERBS[kind][language].test(one));
}

/** What one gets without any of this: the highlighted part, enlarged, as tesseract reads it. */
async function readCrop(tesseract: string, image: Buffer, {x, y, width, height}: Highlight, languages: string[]): Promise<string> {
	const whole = await sharp(image).metadata();
	const left = Math.floor(x * whole.width);
	const top = Math.floor(y * whole.height);
	const size = {
		width: Math.max(1, Math.min(whole.width - left, Math.ceil(width * whole.width))),
		height: Math.max(1, Math.min(whole.height - top, Math.ceil(height * whole.height))),
	};
	const input = await sharp(image)
		.extract({left, top, ...size})
		.resize({width: size.width * 3})
		.grayscale()
		.png()
		.toBuffer();
	const args = ['stdin', 'stdout', '-l', languages.join('+'), '--psm', '6'];
	const text = await runProgram(tesseract, args, {input, timeoutMs: 20_000, env: {OMP_THREAD_LIMIT: '1'}});
	return text.toString('utf8');
}

function around({x, y}: Click): Highlight {
	const inside = (value: number, size: number) => Math.min(1 - size, Math.max(0, value - size / 2));
	return {x: inside(x, LONE.width), y: inside(y, LONE.height), ...LONE};
}

/** Equal but for case, blanks and punctuation, or nearly so. */
function alike(a: string, b: string): boolean {
	const [left, right] = [a, b].map(text => [
		...text
			.normalize('NFKC')
			.toLowerCase()
			.replace(/[^\p{L}\p{N}]+/gu, ' ')
			.trim(),
	]) as [string[], string[]];
	return left.length > 0 && 1 - edits(left, right) / Math.max(left.length, right.length) >= SAME;
}

/** Levenshtein's distance. */
function edits(a: string[], b: string[]): number {
	let row = b.map((_, index) => index + 1);
	for (const [i, one] of a.entries()) {
		let [corner, left] = [i, i + 1];
		row = row.map((above, j) => {
			left = Math.min(above + 1, left + 1, corner + (one === b[j] ? 0 : 1));
			corner = above;
			return left;
		});
	}
	return row.at(-1) ?? a.length;
}

function share<T>(list: T[], holds: (one: T) => boolean): number {
	return list.filter(holds).length / list.length;
}

const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
