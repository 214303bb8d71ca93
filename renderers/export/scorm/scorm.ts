import {join} from 'node:path';
import type {ScormExportOptions} from '../../../shared/contract/exports/options.ts';
import {escapeHtml, oneLine} from '../../../shared/html.ts';
import {sha256} from '../../../shared/ids.ts';
import {fontOf} from '../../../shared/tour/themes.ts';
import type {Exporter, ExportSource} from '../../exporter.ts';
import {fontFiles, subsetsFor} from '../../fonts/fonts.ts';
import {renderLonePage} from '../../player/page.ts';
import {takeAlong} from '../offline/take-along.ts';
import {writeZip, type ZipEntry} from '../zip.ts';

const PAGE = 'index.html';

/** The tour as a course of SCORM 1.2: its page with the files beside it, which tells the LMS how far somebody came. It has no policy: some systems serve packages from other hosts, and some put a script of theirs into the page. */
export const scormExporter: Exporter<ScormExportOptions> = {
	async make(source, {status, narration}, {folder, progress, signal}) {
		const {snapshot, files: media, warnings} = await takeAlong(source, {narration}, signal);
		progress(0.5);
		const font = fontOf(snapshot.theme);
		const page = {url: fileIn, course: status};
		const subsets = subsetsFor(font, renderLonePage(snapshot, {...page, subsets: []}));
		const files = new Map<string, Buffer>([[PAGE, Buffer.from(renderLonePage(snapshot, {...page, subsets}))]]);
		for (const [file, bytes] of media) files.set(fileIn(file), bytes);
		for (const {name, bytes} of fontFiles(font, subsets)) files.set(fileIn(name), bytes);
		const text = manifest({identifier: identifierOf(source), title: snapshot.title, files: [...files.keys()]});
		const path = join(folder, 'tour.zip');
		signal.throwIfAborted();
		await writeZip(path, [{name: 'imsmanifest.xml', bytes: Buffer.from(text)}, ...entries(files)]);
		progress(1);
		return {path, warnings};
	},
};

function entries(files: Map<string, Buffer>): ZipEntry[] {
	return [...files].map(([name, bytes]) => ({name, bytes, stored: name !== PAGE}));
}

function fileIn(file: string): string {
	return `media/${file}`;
}

/** Returns an identifier that stays with the tour, so that an LMS knows a new export as its successor. */
function identifierOf({url, snapshot}: ExportSource): string {
	return `tour_${sha256(url ?? snapshot.steps[0]?.id ?? '')
		.toString('hex')
		.slice(0, 24)}`;
}

/** Characters that XML 1.0 forbids, beside those that `escapeHtml` drops. */
const NO_XML = /[\uFFFE\uFFFF]/g;

/** Writes `imsmanifest.xml` of SCORM 1.2: a course of one page, with every file of the package by its path. `identifier` is an XML name. */
function manifest({identifier, title, files}: {identifier: string; title: string; files: readonly string[]}): string {
	const name = xml(oneLine(title) || 'Tour');
	return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${xml(identifier)}" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
	<metadata>
		<schema>ADL SCORM</schema>
		<schemaversion>1.2</schemaversion>
	</metadata>
	<organizations default="org">
		<organization identifier="org">
			<title>${name}</title>
			<item identifier="tour" identifierref="page">
				<title>${name}</title>
			</item>
		</organization>
	</organizations>
	<resources>
		<resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">
${files.map(file => `\t\t\t<file href="${xml(file)}"/>`).join('\n')}
		</resource>
	</resources>
</manifest>
`;
}

/** The escapes of HTML are numbers and the five names that XML knows. */
function xml(text: string): string {
	return escapeHtml(text.toWellFormed()).replace(NO_XML, '');
}
