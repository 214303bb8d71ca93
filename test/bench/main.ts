import {parseArgs} from 'node:util';
import {onOwnServers} from '../helpers/own-servers.ts';
import {benchCover} from './cover.ts';
import {benchDocuments} from './documents.ts';
import {benchEditorHour, benchEditorPictures, benchEditorStart, benchEditorWaits} from './editor/editor.ts';
import {benchElements} from './elements.ts';
import {benchExport} from './export.ts';
import {benchGetTour} from './get-tour.ts';
import {benchGrowth} from './growth.ts';
import {benchIngest} from './ingest.ts';
import {benchJob} from './job.ts';
import {benchLocalWriter} from './local-writer.ts';
import {benchNarration} from './narration.ts';
import {benchPage} from './page.ts';
import {benchPlayer} from './player.ts';
import {benchProcesses} from './processes.ts';
import {benchPublish} from './publish.ts';
import {benchRestore} from './restore.ts';
import {benchToolsCall} from './tools-call.ts';
import {benchWatched} from './watched.ts';
import {benchWideAccount} from './wide-account.ts';
import {benchWideEditor} from './wide-editor.ts';

/**
 * `npm run lab -- bench [name…]`: each of our paths beside the bare libraries doing the same, in turns and in one run, on servers that
 * keep what they acknowledge; `editor` means all that begin with it, `--short` a smaller round where there is one (wide-account, wide-editor). Ratios hold from machine to machine; the times are only there to be looked at.
 */
export type Measured = {what: string; ours: string; bare: string; ratio: number; goal: string; met: boolean};

const {values, positionals: wanted} = parseArgs({allowPositionals: true, options: {short: {type: 'boolean', default: false}}});

const BENCHES = {
	'get-tour': benchGetTour,
	'tools-call': benchToolsCall,
	watched: benchWatched,
	ingest: benchIngest,
	operation: benchJob,
	publish: benchPublish,
	page: benchPage,
	cover: benchCover,
	narration: benchNarration,
	'local-writer': benchLocalWriter,
	elements: benchElements,
	documents: benchDocuments,
	player: benchPlayer,
	'editor-waits': benchEditorWaits,
	'editor-start': benchEditorStart,
	'editor-hour': benchEditorHour,
	'editor-pictures': benchEditorPictures,
	export: benchExport,
	growth: benchGrowth,
	'wide-account': () => benchWideAccount(values),
	'wide-editor': () => benchWideEditor(values),
	processes: benchProcesses,
	restore: benchRestore,
};

process.env.NODE_ENV = 'production';
await onOwnServers(async () => {
	for (const [name, bench] of Object.entries(BENCHES)) {
		if (wanted.length > 0 && !wanted.some(word => name === word || name.startsWith(`${word}-`))) continue;
		process.stderr.write(`${name} …\n`);
		for (const {what, ours, bare, ratio, goal, met} of await bench()) {
			console.log(`${met ? 'met   ' : 'MISSED'}  ${what}: ${ratio.toFixed(2)}x (goal ${goal}); ours ${ours}, bare ${bare}`);
			if (!met) process.exitCode = 1;
		}
	}
});
process.exit();
