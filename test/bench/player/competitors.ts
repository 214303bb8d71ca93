import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {build} from 'esbuild';
import type {ExampleTour} from '../../../docs/examples/story.ts';
import type {StaticFile} from './static-site.ts';

export type Screen = ExampleTour['steps'][number] & {src: string; width: number; height: number};
/** Path -> file, the page at `/<folder>/`. */
export type CompetitorPage = Map<string, StaticFile>;

/** A page with Inkly's player as its README shows it, the config in the bundle, so that no further request is needed. */
export async function inklyPage(folder: string, name: string, screens: Screen[]): Promise<CompetitorPage> {
	const config = {
		id: 'side-by-side',
		version: 1,
		title: name,
		steps: screens.map((screen, index) => ({
			kind: 'content',
			id: `step-${index + 1}`,
			label: screen.label,
			background: {type: 'image', src: screen.src, naturalWidth: screen.width, naturalHeight: screen.height, alt: screen.alt},
			advance: {trigger: 'click'},
			annotations: [
				{id: `area-${index + 1}`, type: 'message', variant: 'area', ...area(screen), text: `**${screen.title}** ${screen.text}`},
			],
		})),
	};
	return page(folder, name, 'inkly-tour.jsx', config, '<div id="root" style="height:100vh"></div>');
}

/** A page as one would write it with driver.js: one picture that each step exchanges, and an element over the highlight to which the popover points. */
export async function driverPage(folder: string, name: string, screens: Screen[]): Promise<CompetitorPage> {
	const steps = screens.map(({title, text, src, alt, highlight, popoverSide: side, popoverAlign: align}) => ({
		title,
		text,
		src,
		alt,
		highlight,
		side,
		align,
	}));
	const [{src, alt, width, height}] = screens as [Screen];
	const body =
		'<style>body{margin:0}main{position:relative}img{display:block;width:100%;height:auto}#target{position:absolute}</style>' +
		`<main><img id="screenshot" src="${src}" alt="${alt}" width="${width}" height="${height}"><div id="target"></div></main>`;
	return page(folder, name, 'driver-tour.js', steps, body);
}

function area({highlight}: Screen): {x: number; y: number; w: number; h: number} {
	const {x, y, width, height} = highlight!;
	return {x, y, w: width, h: height};
}

async function page(folder: string, name: string, entry: string, tour: object, body: string): Promise<CompetitorPage> {
	const {script, style} = await bundle(entry, tour);
	const html =
		`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
		`<title>${name}</title><link rel="stylesheet" href="tour.css"><script type="module" src="tour.js"></script></head><body>${body}</body></html>`;
	return new Map([
		[`/${folder}/`, {type: 'text/html; charset=utf-8', body: html}],
		[`/${folder}/tour.js`, {type: 'text/javascript; charset=utf-8', body: script}],
		[`/${folder}/tour.css`, {type: 'text/css; charset=utf-8', body: style}],
	]);
}

/** For production, minified, nothing left in that nobody calls. */
async function bundle(entry: string, tour: object): Promise<{script: string; style: string}> {
	const folder = await mkdtemp(join(tmpdir(), 'roteiro-bench-player-'));
	try {
		const data = join(folder, 'tour.json');
		await writeFile(data, JSON.stringify(tour));
		const {outputFiles} = await build({
			entryPoints: [join(import.meta.dirname, entry)],
			alias: {tour: data},
			outdir: folder,
			bundle: true,
			minify: true,
			write: false,
			format: 'esm',
			target: 'es2022',
			jsx: 'automatic',
			// Not the project's own, which has the editor's JSX made with Preact.
			tsconfigRaw: '{}',
			define: {'process.env.NODE_ENV': '"production"'},
			legalComments: 'none',
		});
		const text = (ending: string) => outputFiles.find(({path}) => path.endsWith(ending))!.text;
		return {script: text('.js'), style: text('.css')};
	} finally {
		await rm(folder, {recursive: true, force: true});
	}
}
