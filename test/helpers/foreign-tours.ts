import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {writeZip} from '../../renderers/export/zip.ts';
import {appScreen} from './app-screen.ts';

/** Examples of what other tools write, made by what they document of their formats. */

/** A guide as Mimik exports it: screens at two pixels a CSS pixel, a callout, a heading, a target that was mended, a cut. */
export async function mimikGuide(file: string, change: (manifest: MimikManifest) => void = () => {}, files: Record<string, Buffer> = {}) {
	const shot = (id: string, more: object) => ({
		id: `ss-${id}`,
		stepId: `step-${id}`,
		file: `screenshots/ss-${id}.webp`,
		mimeType: 'image/webp',
		width: 2560,
		height: 1600,
		pixelRatio: 2,
		...more,
	});
	const step = (id: string, index: number, description: string, more: object = {}) => ({
		id: `step-${id}`,
		index,
		description,
		action: 'click',
		url: 'https://app.example.com/settings',
		timestamp: index,
		...more,
	});
	const manifest: MimikManifest = {
		version: 1,
		exportedAt: 1_700_000_000_000,
		guide: {title: 'Reset a password', description: 'For those who help others at the desk.', createdAt: 1_700_000_000_000},
		sourceDomain: 'app.example.com',
		redacted: {screenshots: false, inputValues: true, urls: 'path'},
		steps: [
			step(
				'3',
				3,
				'Click "Save changes". The person gets a message with a link that is good for one hour, and can choose a new password there.',
			),
			step('1', 0, 'Click "Security"', {
				elementMeta: {tag: 'a', cssSelector: 'a', rect: {x: 24, y: 196, width: 192, height: 40}, devicePixelRatio: 2},
			}),
			step('2', 1, 'Type the new password', {action: 'input'}),
			step('note', 2, 'Never send a password by e-mail', {action: 'block', blockType: 'callout', calloutVariant: 'warning'}),
		],
		screenshots: [
			shot('1', {clickPoint: {x: 120, y: 216}}),
			shot('2', {
				bounds: {x: 280, y: 228, width: 520, height: 44},
				edits: {alt: 'The form with the two fields', annotations: [{id: 'a', type: 'arrow', x1: 1, y1: 1, x2: 9, y2: 9, color: '#f00'}]},
			}),
			shot('3', {
				edits: {
					target: {x: 560, y: 732, width: 320, height: 88, color: '#4F46E5', border: 'dashed'},
					viewport: {x: 300, y: 300, width: 1280, height: 800},
				},
			}),
		],
	};
	change(manifest);
	const pictures = await Promise.all(
		[0, 1, 2].map(async index => ({
			name: `screenshots/ss-${index + 1}.webp`,
			bytes: await appScreen(index, 'webp'),
		})),
	);
	const others = Object.entries(files).map(([name, bytes]) => ({name, bytes}));
	const all = [
		...pictures.filter(({name}) => !(name in files)),
		...others,
		{name: 'manifest.json', bytes: Buffer.from(JSON.stringify(manifest, null, 2))},
	];
	await writeZip(file, all);
}

// biome-ignore lint/suspicious/noExplicitAny: tests put into it what should not be there.
type MimikManifest = Record<string, any>;

/** A demo as Inkly has it in a folder: a cover, targets of each kind, something hidden, a last cover that leads on. */
export async function inklyDemo(folder: string, change: (config: MimikManifest) => void = () => {}): Promise<void> {
	const screen = (id: string, number: number, annotations: object[], more: object = {}) => ({
		kind: 'content',
		id,
		background: {
			type: 'image',
			src: `assets/cap-00${number}.png`,
			naturalWidth: 2560,
			naturalHeight: 1600,
			alt: 'Settings of the workshop',
		},
		annotations,
		...more,
	});
	const message = (variant: string, more: object) => ({id: `m-${variant}`, type: 'message', variant, ...more});
	const config: MimikManifest = {
		id: 'AbCdEf123456',
		version: 1,
		title: 'Invite your team',
		chapters: [{id: 'c1', title: 'Begin', stepIds: ['open', 'fill']}],
		steps: [
			{
				kind: 'cover',
				id: 'hello',
				widgets: [
					{type: 'headline', id: 'h', title: 'Invite your **team**', description: 'Three clicks, and they are in.', cta: {label: 'Start'}},
				],
			},
			screen('open', 1, [message('pointer', {x: 0.094, y: 0.27, text: 'Open *Security* first', anchor: 'right'})], {
				script: 'First we open the page on security.',
				transform: {zoom: 1.6, x: 0.2, y: 0.3},
			}),
			screen(
				'fill',
				2,
				[
					message('area', {x: 0.219, y: 0.285, w: 0.406, h: 0.055, text: 'Fill in who it is for'}),
					{id: 'b', type: 'blur', x: 0.219, y: 0.37, w: 0.3, h: 0.06, intensity: 8},
				],
				{
					captions: [
						{id: 'c', text: 'Fill in the name.'},
						{id: 'd', text: 'Then the address.'},
					],
				},
			),
			screen('send', 3, [
				message('cursor', {x: 0.281, y: 0.485, text: 'Click "Save changes"'}),
				message('callout', {x: 0.5, y: 0.5, text: 'They get a message at once'}),
			]),
			{
				kind: 'cover',
				id: 'bye',
				widgets: [
					{
						type: 'headline',
						id: 'h2',
						title: 'Try it with your own',
						description: 'Free for teams of five.',
						cta: {label: 'Sign up', action: {type: 'url', href: 'https://example.com/signup'}},
					},
				],
			},
		],
	};
	change(config);
	await mkdir(join(folder, 'assets'), {recursive: true});
	for (const index of [0, 1, 2]) await writeFile(join(folder, 'assets', `cap-00${index + 1}.png`), await appScreen(index, 'png'));
	await writeFile(join(folder, 'demo.config.json'), JSON.stringify(config, null, 2));
}

type PdfPage = {width: number; height: number; content?: string};

/** A PDF of pages with words and boxes as ISO 32000 has them. `change`: puts something else into it before it is closed. */
export function pdfDeck(pages: PdfPage[], {trailer = '', catalog = ''}: {trailer?: string; catalog?: string} = {}): Buffer {
	const objects = [
		`<< /Type /Catalog /Pages 2 0 R ${catalog}>>`,
		`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')}] >>`,
		'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
		...pages.flatMap(({width, height, content = ''}, index) => [
			`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
			`<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
		]),
	];
	let body = '%PDF-1.7\n';
	const offsets = objects.map((object, index) => {
		const at = body.length;
		body += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return at;
	});
	const rows = offsets.map(at => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
	const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${body.length}\n%%EOF\n`;
	return Buffer.from(body + end, 'latin1');
}

/** The content of a slide: a bar, a title, lines. */
export function slideContent(title: string, lines: string[]): string {
	const text = (size: number, x: number, y: number, words: string) =>
		`BT /F ${size} Tf ${x} ${y} Td (${words.replace(/[()\\]/g, '\\$&')}) Tj ET`;
	return [
		'0.11 0.31 0.54 rg 0 480 960 60 re f',
		'1 g',
		text(28, 48, 500, title),
		'0.15 g',
		...lines.map((line, index) => text(20, 72, 400 - 44 * index, line)),
		'0.85 0.9 0.96 rg 600 60 300 180 re f',
	].join('\n');
}
