import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import sharp from 'sharp';
import {readConfig} from '../../shared/config/config.ts';
import type {Snapshot, SnapshotImage, SnapshotNarration, SnapshotStep} from '../../shared/contract/snapshot.ts';
import {STEP_DEFAULTS} from '../../shared/contract/step-fields.ts';
import {fileName} from '../../shared/files/file-store.ts';
import {resolveTheme} from '../../shared/tour/themes.ts';

/** For the tests of this folder: tours with real WebP files, named as the store names them. */

const WIDTHS = [640, 960, 1440];

/** A picture of an imaginary application and its files by name. */
export async function sampleImage(
	width = 1440,
	height = 900,
	color = '#dde3ea',
	widths = WIDTHS,
): Promise<{image: SnapshotImage; files: Map<string, Buffer>}> {
	const bar = {create: {width, height: Math.round(height / 12), channels: 3 as const, background: '#334155'}};
	const original = sharp({create: {width, height, channels: 3, background: color}}).composite([{input: bar, top: 0, left: 0}]);
	const png = await original.png().toBuffer();
	const files = new Map<string, Buffer>();
	const variants: SnapshotImage['variants'] = [];
	for (const target of widths) {
		const {data, info} = await sharp(png).resize(target).webp().toBuffer({resolveWithObject: true});
		const file = `${createHash('sha256').update(data).digest('hex').slice(0, 32)}.webp`;
		files.set(file, data);
		variants.push({file, width: info.width, height: info.height, bytes: data.length, format: 'webp'});
	}
	return {image: {width, height, color, variants, still: null}, files};
}

/** A narration of this length with a tone for a voice: MP3 as the service makes it. Each `pitch` (Hz) is another file. */
export function sampleNarration(
	seconds: number,
	pitch: number,
	change: Partial<SnapshotNarration> = {},
): {narration: SnapshotNarration; mp3: Buffer} {
	const tone = `sine=frequency=${pitch}:duration=${seconds}:sample_rate=44100`;
	const format = '-ac 1 -b:a 64k -write_xing 0 -id3v2_version 0 -fflags +bitexact -f mp3 pipe:1'.split(' ');
	const mp3 = execFileSync(readConfig().ffmpeg, ['-loglevel', 'error', '-f', 'lavfi', '-i', tone, ...format], {maxBuffer: 2 ** 28});
	const file = fileName('media', mp3, '.mp3');
	const script = 'Aqui ficam os relatórios. Clique em Relatórios para ver as vendas do mês, e escolha o período.';
	return {narration: {file, durationMs: Math.round(mp3.length / 8), bytes: mp3.length, language: 'pt-BR', script, ...change}, mp3};
}

export function sampleStep(change: Partial<SnapshotStep> = {}): SnapshotStep {
	const {narrationScript: _script, ...fields} = STEP_DEFAULTS;
	return {
		...fields,
		id: 'step_1',
		title: 'Abra o relatório',
		text: 'Clique em Relatórios para ver as vendas do mês e escolha o período que quer comparar.',
		durationMs: 4000,
		highlight: {x: 0.4, y: 0.4, width: 0.14, height: 0.08},
		click: {x: 0.47, y: 0.44},
		image: null,
		narrations: [],
		...change,
	};
}

export function sampleSlide(change: Partial<SnapshotStep> = {}): SnapshotStep {
	return sampleStep({type: 'slide', title: 'Boas-vindas', highlight: null, click: null, ...change});
}

/** The opening form, with every field. */
export function sampleForm(change: Partial<Snapshot['leadCapture']> = {}): Snapshot['leadCapture'] {
	return {
		enabled: true,
		title: 'Antes de começar',
		text: 'Diga quem você é, e o tour começa.',
		fields: {name: 'optional', email: 'required', phone: 'optional'},
		consentText: 'Concordo com o uso dos meus dados para que entrem em contato comigo.',
		allowSkip: true,
		submitLabel: 'Começar',
		skipLabel: 'Agora não',
		...change,
	};
}

/** A slide, a step in the middle of its picture, and one at its edge without a click. */
export function sampleSteps(image: SnapshotImage): SnapshotStep[] {
	return [
		sampleSlide(),
		sampleStep({title: 'Segundo', image}),
		sampleStep({title: 'Terceiro', highlight: {x: 0.8, y: 0.8, width: 0.1, height: 0.1}, click: null, image}),
	];
}

export function sampleTour(steps: SnapshotStep[], change: Partial<Snapshot> = {}): Snapshot {
	return {
		title: 'Vendas em três passos',
		language: 'pt-BR',
		theme: resolveTheme({}),
		leadCapture: sampleForm({enabled: false}),
		endCta: {
			enabled: true,
			title: 'Gostou?',
			text: 'Fale com a gente.',
			whatsapp: {phone: '+5511999990000', message: 'Olá, quero saber mais & já!', label: 'Falar no WhatsApp'},
			link: {url: 'https://example.com/?a=1&b=2', label: 'Ver planos'},
			showReplay: true,
		},
		steps,
		...change,
	};
}
