import {stat} from 'node:fs/promises';
import {basename, extname, join} from 'node:path';
import {keyFrom} from '../../shared/folder/names.ts';
import {interruption, nothingAt, refused} from '../errors.ts';
import {fromDeck} from '../importing/deck.ts';
import {fromGuide} from '../importing/guide.ts';
import {fromDemo, fromZip} from '../importing/zip.ts';
import type {Output} from '../output.ts';
import {beginFolder, type Importing} from '../recording/new-folder.ts';

/** The file of a folder with a demo of Inkly. */
const DEMO = 'demo.config.json';
const WAYS: Record<string, (file: string, importing: Importing) => Promise<void>> = {
	'.zip': fromZip,
	'.mimik': fromZip,
	'.md': fromGuide,
	'.markdown': fromGuide,
	'.pdf': fromDeck,
	'.json': fromDemo,
};

/** Makes a folder that `publish` reads out of a bundle, a guide in Markdown, a PDF, or what Mimik and Inkly write. */
export async function importFile(
	given: string,
	{out, force}: {out?: string; force?: boolean},
	schemaUrl: string | null,
	output: Output,
): Promise<void> {
	const file = await fileOf(given);
	const extension = extname(file);
	const way = WAYS[extension.toLowerCase()];
	if (!way)
		throw refused(
			`${given} is none of ${Object.keys(WAYS).join(', ')}. Of anything else save its pictures into a folder, and run "roteiro init"; save PowerPoint and Keynote as PDF.`,
		);
	const target =
		out ?? keyFrom(basename(basename(file) === DEMO ? given.replace(/[\\/]*(?:demo\.config\.json)?$/, '') : file, extension), 'tour');
	const folder = await beginFolder(target, {force: Boolean(force)});
	const stopped = interruption();
	try {
		await way(file, {folder, schemaUrl, signal: stopped.signal, output});
		stopped.signal.throwIfAborted();
		const {document, pictures} = await folder.place();
		const steps = document.steps?.length ?? 0;
		output.line(`${target}: "${document.name}", ${steps} ${steps === 1 ? 'step' : 'steps'}. Then "roteiro publish ${target}".`);
		output.json({folder: folder.path, steps, pictures: pictures.length});
	} finally {
		stopped.end();
		await folder.discard();
	}
}

/** The file itself, or the one in a folder of a demo. */
async function fileOf(given: string): Promise<string> {
	const found = await stat(given).catch(() => null);
	if (!found) throw await nothingAt('file', given);
	if (found.isFile()) return given;
	const demo = join(given, DEMO);
	const isDemo = (await stat(demo).catch(() => null))?.isFile();
	if (!isDemo) throw refused(`${given} is not a file: name the file that is to be imported.`);
	return demo;
}
