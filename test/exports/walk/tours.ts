import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import sharp from 'sharp';
import {PRESETS} from '../../../shared/contract/theme.ts';
import {EXAMPLE_FOLDER, readExample} from '../../helpers/example-tour.ts';
import {screenshot} from '../../helpers/images.ts';

/** Ten odd tours, as documents; `image` is a picture that is sent before. */

type Step = {script?: string; title?: string; text?: string; type?: 'slide' | 'screen'; image?: Buffer; [field: string]: unknown};
export type OddTour = {name: string; language: string; theme?: object; endCta?: object; steps: Step[]};

const MARKUP = `</script><b>&amp;</b> *a* _b_ \`c\` [d](http://e) <!-- f --> {\\an8} --> | # 1. \\ "q" 'r' %n =;#`;
const AT = {x: 0.3, y: 0.4, width: 0.12, height: 0.06};
const card = (title: string, text: string, label: string) => ({
	enabled: true,
	title,
	text,
	link: {url: 'https://example.com/?a=1&b=2', label},
});

export async function oddTours(): Promise<Map<string, OddTour>> {
	const example = await readExample();
	const shots = await Promise.all(example.steps.flatMap(({file}) => (file ? [readFile(join(EXAMPLE_FOLDER, file))] : [])));
	const shot = (index: number) => shots[index % shots.length]!;
	const plain = async (width: number, height: number) => screenshot(width, height).png().toBuffer();
	const tours: Record<string, OddTour> = {
		tiny: {
			name: 'Targets of 12 pixels',
			language: 'en',
			steps: [
				{
					title: 'The smallest there is',
					text: 'Press it.',
					script: 'Press the smallest button that there is. It is hard to hit, so take your time.',
					image: shot(0),
					highlight: {x: 0.62, y: 0.31, width: 12 / 1440, height: 12 / 900},
				},
				{
					title: 'In the corner',
					text: 'Here too.',
					image: shot(1),
					highlight: {x: 1 - 12 / 1440, y: 1 - 12 / 900, width: 12 / 1440, height: 12 / 900},
				},
				{
					title: 'At the edge',
					script: 'This one lies at the edge.',
					image: shot(2),
					highlight: {x: 0, y: 0.5, width: 12 / 1440, height: 12 / 900},
				},
			],
		},
		slides: {
			name: 'Words alone',
			language: 'en',
			steps: [
				{type: 'slide', title: 'One', text: 'First.\nSecond line.\n\nThird after a gap.'},
				{type: 'slide', text: 'No title. '.repeat(60).trim()},
			],
		},
		single: {name: 'One step', language: 'en', steps: [{title: 'The only one', text: 'That is all.', image: shot(3), highlight: AT}]},
		untitled: {
			name: 'Untitled steps',
			language: 'es',
			steps: [{image: shot(0), highlight: AT}, {image: shot(1)}, {text: 'Solo texto.', image: shot(2), highlight: AT}],
		},
		arabic: {
			name: 'جولة في التقارير',
			language: 'ar',
			endCta: card('هل أعجبك؟', 'تحدث معنا.', 'الأسعار'),
			steps: [
				{title: 'افتح التقرير', text: 'اضغط على «التقارير» لرؤية مبيعات الشهر 2024.', image: shot(0), highlight: AT},
				{type: 'slide', title: 'خطوة بلا صورة', text: 'نص عربي مع كلمات English في الوسط.'},
				{title: 'اختر الفترة', text: 'ثم قارن بين شهرين.', image: shot(1), highlight: {x: 0.7, y: 0.6, width: 0.1, height: 0.05}},
			],
		},
		emoji: {
			name: 'Vendas em três passos 🚀',
			language: 'pt',
			theme: {preset: 'laranja-vibrante'},
			endCta: card('Gostou? 👍', 'Fale com a gente já! 🇧🇷', 'Ver preços 💰'),
			steps: [
				{title: 'Abra o relatório 📈', text: 'Clique em “Relatórios” – não é difícil 😀👩‍💻.', image: shot(2), highlight: AT},
				{title: 'Coração, ação, pão', text: 'Ç Ã Õ É', image: shot(4), highlight: {x: 0.1, y: 0.8, width: 0.2, height: 0.1}},
			],
		},
		cjk: {
			name: '报告导览 レポート 보고서',
			language: 'zh',
			steps: [
				{title: '打开报告', text: '点击“报告”查看本月销售额。', image: shot(5), highlight: AT},
				{title: 'レポートを開く', text: '日本語の文章です。'.repeat(12), image: shot(6), highlight: AT},
			],
		},
		long: {
			name: 'W'.repeat(200),
			language: 'en',
			theme: {preset: 'dark'},
			steps: [
				{title: 'x'.repeat(120), text: 'y'.repeat(400), image: shot(7), highlight: AT},
				{type: 'slide', title: 'z'.repeat(120), text: 'A long text. '.repeat(70).trim()},
			],
		},
		markup: {
			name: MARKUP,
			language: 'en',
			endCta: card(MARKUP, MARKUP, 'Go <on>'),
			steps: [
				{
					title: MARKUP,
					text: `${MARKUP}\n# heading\n- item\n1. one\n> quote\n\n***\n\n    code`,
					image: shot(8),
					highlight: AT,
					alt: MARKUP,
				},
				{type: 'slide', title: '1. One', text: '<img src=x onerror=alert(1)>'},
			],
		},
		pictures: {
			name: 'Odd pictures',
			language: 'en',
			theme: {preset: 'violet'},
			steps: [
				{title: 'Tall', text: 'Far below.', image: await plain(600, 6000), highlight: {x: 0.2, y: 0.9, width: 0.3, height: 0.01}},
				{title: 'Wide', text: 'Far to the right.', image: await plain(6000, 600), highlight: {x: 0.95, y: 0.2, width: 0.02, height: 0.3}},
				{title: 'Transparent', text: 'With holes.', image: await transparent(), highlight: AT},
				{title: 'It moves', text: 'An animation.', image: await animation([shot(0), shot(3), shot(6)]), highlight: AT},
				{title: '40 pixels', text: 'A small one.', image: await plain(40, 30), highlight: {x: 0.2, y: 0.2, width: 0.3, height: 0.3}},
			],
		},
	};
	for (const [index, preset] of PRESETS.entries()) {
		const steps = [
			{title: 'Look', text: 'Its own colours.', image: shot(index), highlight: AT},
			{type: 'slide' as const, title: 'A card', text: 'Words.'},
		];
		tours[`preset-${preset}`] = {name: `Preset ${preset}`, language: 'en', theme: {preset}, endCta: card('The end', 'Bye.', 'More'), steps};
	}
	return new Map(Object.entries(tours));
}

async function transparent(): Promise<Buffer> {
	const hole = {create: {width: 1200, height: 800, channels: 4 as const, background: {r: 0, g: 0, b: 0, alpha: 0}}};
	const box = {create: {width: 500, height: 300, channels: 4 as const, background: {r: 20, g: 110, b: 200, alpha: 0.7}}};
	return sharp(hole)
		.composite([{input: box, left: 300, top: 250}])
		.png()
		.toBuffer();
}

async function animation(pictures: Buffer[]): Promise<Buffer> {
	const frames = await Promise.all(pictures.map(picture => sharp(picture).resize(1000, 625, {fit: 'fill'}).png().toBuffer()));
	return sharp(frames, {join: {animated: true}})
		.gif({delay: frames.map(() => 400), loop: 0})
		.toBuffer();
}
