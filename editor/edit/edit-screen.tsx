import {useSignalEffect} from '@preact/signals';
import {useCallback, useLayoutEffect, useMemo, useRef, useState} from 'preact/hooks';
import {useRoute} from 'preact-iso';
import {pathEntryWords as pathWords, viewWords} from '../../shared/locales/en/editor/edit.ts';
import {Conflicts} from '../conflicts/conflicts.tsx';
import {Inspector} from '../inspector/inspector.tsx';
import {m} from '../messages/index.ts';
import {startRedaction} from '../redact/redact-tool.tsx';
import type {Work} from '../saving/history.ts';
import {useWork, watchWork} from '../saving/opened.ts';
import {Session} from '../session/session.ts';
import {Dialog} from '../shell/dialog.tsx';
import {hear, keysHere} from '../shell/hands.ts';
import {ImagePlus} from '../shell/icons.ts';
import {Later} from '../shell/later.tsx';
import {Missing} from '../shell/shell.tsx';
import type {Stage} from '../stage/stage.ts';
import {usePictureDrop} from '../tours/picture-chooser.tsx';
import {editKeys} from './keys.ts';
import {StagePanel} from './stage-panel.tsx';
import {Strip} from './strip.tsx';
import {type DialogName, TopBar} from './top-bar.tsx';

/** One tour, open for editing. */
export function EditScreen() {
	const {id} = useRoute().params as {id: string};
	const {work, fault} = useWork(id);
	if (work) return <Editor key={id} work={work} />;
	if (!fault)
		return (
			<main class="waiting" aria-busy="true">
				<p class="unseen">{m.loading}</p>
			</main>
		);
	return <Missing why={fault} />;
}

function Editor({work}: {work: Work}) {
	const session = useMemo(() => new Session(work), []);
	const stage = useRef<Stage | null>(null);
	const [dialog, setDialog] = useState<DialogName | null>(null);
	const keys = useMemo(
		() =>
			editKeys(session, {
				publish: () => setDialog('publish'),
				preview: () => setDialog('preview'),
				help: () => setDialog('help'),
				flow: () => setDialog('flow'),
				write: () => stage.current?.write(),
				hold: () => stage.current?.hold(),
				redact: () => startRedaction(session),
			}),
		[],
	);
	// Before anybody sees it: a key that is pressed at once counts.
	useLayoutEffect(() => watchPage(session, keys), []);
	const take = useCallback((files: File[]) => session.addPictures(files), []);
	const over = usePictureDrop(take);
	useSignalEffect(() => {
		document.title = `${session.name.value} · Roteiro`;
	});
	return (
		<div class="editor">
			<TopBar session={session} open={setDialog} />
			<Strip session={session} take={take} />
			<StagePanel session={session} stage={stage} take={take} />
			<Inspector session={session} />
			{over && (
				<div class="dropping">
					<ImagePlus size={48} strokeWidth={1.5} />
					<strong>{m.edit.addPictures}</strong>
					<span>{session.step.value ? m.together.goBehind(session.step.value.position + 1) : m.tours.dropHint}</span>
				</div>
			)}
			<Dialogs session={session} dialog={dialog} open={setDialog} />
		</div>
	);
}

type DialogsProps = {session: Session; dialog: DialogName | null; open: (dialog: DialogName | null) => void};

/** The dialog that is open. */
function Dialogs({session, dialog, open}: DialogsProps) {
	const close = () => open(null);
	return (
		<>
			{dialog === 'publish' && (
				<Later
					load={loadPublish}
					work={session.work}
					drawn={session.redaction.drawnOn(session.tour.peek().steps)}
					choose={step => {
						session.selection.only(step);
						open(null);
					}}
					take={() => open('export')}
					close={close}
				/>
			)}
			{dialog === 'preview' && (
				<Later
					load={loadPreview}
					tour={session.tour.peek()}
					from={session.chosen.peek()}
					device={session.device.value}
					close={(step: string | null = null) => {
						open(null);
						if (step) session.selection.only(step);
					}}
				/>
			)}
			{dialog === 'help' && <HelpDialog close={close} />}
			{dialog === 'flow' && <Later load={loadFlow} session={session} close={close} />}
			{dialog === 'history' && <Later load={loadHistory} session={session} close={close} />}
			{dialog === 'export' && <Later load={loadExports} session={session} close={close} />}
			{dialog === 'conflicts' && (
				<Conflicts
					work={session.work}
					lend={() => import('../appearance/index.ts')}
					author={step => session.others.author(step)}
					choose={step => session.selection.only(step)}
					close={close}
				/>
			)}
		</>
	);
}

const loadFlow = () => import('../paths/part.ts').then(({FlowDialog}) => FlowDialog);
const loadExports = () => import('../export/export-dialog.tsx').then(({ExportDialog}) => ExportDialog);
const loadPreview = () => import('../preview/preview-dialog.tsx').then(({PreviewDialog}) => PreviewDialog);
const loadHistory = () => import('../history/history-dialog.tsx').then(({HistoryDialog}) => HistoryDialog);

const loadPublish = () => import('../publish/publish-dialog.tsx').then(({PublishDialog}) => PublishDialog);

/** Keys, and what was left behind. Returns what ends it all. */
function watchPage(session: Session, keys: (event: KeyboardEvent) => void): () => void {
	const unwatch = watchWork(session.work, news => {
		session.others.by = news.by;
	});
	session.outbox.takeUp().finally(() => session.pictures.takeUp());
	const deaf = hear({keydown: keys});
	return () => {
		deaf();
		session.close();
		unwatch();
	};
}

/** Lists the keyboard shortcuts. */
function HelpDialog({close}: {close: () => void}) {
	const onMarks: [string, string] = ['← ↑ → ↓, Alt', m.edit.moveHighlight];
	const keys = [
		...m.edit.keys,
		m.together.keysSeveral,
		onMarks,
		...viewWords.keys,
		pathWords.keys,
		['?', m.edit.shortcuts] as [string, string],
	];
	return (
		<Dialog title={m.edit.shortcuts} close={close} class="small">
			<dl class="keys">
				{keys.map(([key, meaning]) => (
					<div key={key}>
						<dt>{meaning}</dt>
						<dd>
							<kbd>{keysHere(key!)}</kbd>
						</dd>
					</div>
				))}
			</dl>
		</Dialog>
	);
}
