import {useSignalEffect} from '@preact/signals';
import type {ComponentType} from 'preact';
import {useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState} from 'preact/hooks';
import {useRoute} from 'preact-iso';
import {ApiError} from '../../client/api-error.ts';
import type {Tour} from '../../shared/contract/tour.ts';
import {Inspector} from '../inspector/inspector.tsx';
import {m} from '../messages/index.ts';
import {PreviewDialog} from '../preview/preview-dialog.tsx';
import {startRedaction} from '../redact/redact-bar.tsx';
import {client} from '../shell/boot.ts';
import {hear} from '../shell/hands.ts';
import {ImagePlus} from '../shell/icons.ts';
import {late} from '../shell/late.ts';
import {Shell} from '../shell/shell.tsx';
import {say} from '../shell/toast.tsx';
import type {Stage} from '../stage/stage.ts';
import {StagePanel} from '../stage/stage-panel.tsx';
import {usePictureDrop} from '../tours/dropped.ts';
import {ConflictDialog} from './conflict-dialog.tsx';
import type {DialogName} from './dialog-name.ts';
import {HelpDialog} from './help-dialog.tsx';
import {editKeys} from './keys.ts';
import {Session} from './session.ts';
import {Strip} from './strip.tsx';
import {TopBar} from './top-bar.tsx';
import {words} from './words.ts';

/** One tour, open for editing. */
export function EditScreen() {
	const {id} = useRoute().params as {id: string};
	const [tour, setTour] = useState<Tour | null>(null);
	const [fault, setFault] = useState<string | null>(null);
	useEffect(() => {
		setTour(null);
		client.call('GET /tours/{id}', {id}).then(
			response => setTour(response.tour),
			error => {
				if (error instanceof ApiError && error.status === 401)
					location.assign(`/account/sign-in?${new URLSearchParams({next: location.pathname})}`);
				setFault(error instanceof ApiError ? (error.status === 404 ? m.notFound : m.failed) : m.offline);
			},
		);
	}, [id]);
	if (tour) return <Editor key={tour.id} tour={tour} />;
	if (!fault)
		return (
			<main class="waiting" aria-busy="true">
				<p class="unseen">{m.loading}</p>
			</main>
		);
	return (
		<Shell here="tours">
			<div class="nothing">
				<h1>{fault}</h1>
				<a class="button" href="/">
					{m.edit.back}
				</a>
			</div>
		</Shell>
	);
}

function Editor({tour: first}: {tour: Tour}) {
	const session = useMemo(() => new Session(first), []);
	const stage = useRef<Stage | null>(null);
	const [dialog, setDialog] = useState<DialogName | null>(null);
	const keys = useMemo(
		() =>
			editKeys(session, {
				publish: () => setDialog('publish'),
				preview: () => setDialog('preview'),
				help: () => setDialog('help'),
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
			<Said session={session} />
			{over && (
				<div class="dropping">
					<ImagePlus size={48} strokeWidth={1.5} />
					<strong>{m.edit.addPictures}</strong>
					<span>{session.step.value ? words.goBehind(session.step.value.position + 1) : m.tours.dropHint}</span>
				</div>
			)}
			{dialog === 'publish' && (
				<Later load={loadPublish} session={session} take={() => setDialog('export')} close={() => setDialog(null)} />
			)}
			{dialog === 'preview' && (
				<PreviewDialog
					tour={session.tour.peek()}
					from={session.chosen.peek()}
					device={session.device.value}
					close={step => {
						setDialog(null);
						if (step) session.selection.only(step);
					}}
				/>
			)}
			{dialog === 'help' && <HelpDialog close={() => setDialog(null)} />}
			{dialog === 'history' && <Later load={loadHistory} session={session} close={() => setDialog(null)} />}
			{dialog === 'export' && <Later load={loadExports} session={session} close={() => setDialog(null)} />}
			{dialog === 'conflicts' && <ConflictDialog session={session} close={() => setDialog(null)} />}
		</div>
	);
}

/** For those who do not see what was done. */
function Said({session}: {session: Session}) {
	return (
		<p class="unseen" role="status">
			{session.said.value}
		</p>
	);
}

const loadExports = () => import('../export/export-dialog.tsx').then(({ExportDialog}) => ExportDialog);
const loadHistory = () => import('../history/history-dialog.tsx').then(({HistoryDialog}) => HistoryDialog);

const loadPublish = () => import('../publish/publish-dialog.tsx').then(({PublishDialog}) => PublishDialog);

type LaterProps = {session: Session; close: () => void};

/** A dialog that is fetched when it is asked for. */
function Later<Props extends LaterProps>({load, ...rest}: Props & {load: () => Promise<ComponentType<Props>>}) {
	const props = rest as unknown as Props;
	const [found, setFound] = useState<{Dialog: ComponentType<Props>} | null>(null);
	useEffect(() => {
		late(load).then(
			Dialog => setFound({Dialog}),
			() => {
				say(navigator.onLine ? m.failed : m.offline);
				props.close();
			},
		);
	}, []);
	return found && <found.Dialog {...props} />;
}

/** Keys, and the moments at which what waits is sent or the tour is read anew. Returns what ends it all. */
function watchPage(session: Session, keys: (event: KeyboardEvent) => void): () => void {
	const {outbox} = session;
	// The tour was read a moment ago.
	outbox.takeUp().finally(() => session.pictures.takeUp());
	const ending = new AbortController();
	const {signal} = ending;
	const deaf = hear({keydown: keys});
	addEventListener('online', () => outbox.flush(), {signal});
	// Leaving a field is the end of a thought.
	addEventListener('focusout', () => outbox.state.value.kind === 'unsaved' && outbox.flush(), {signal});
	// Whoever signed in in another window comes back to a page that was visible all the while.
	addEventListener('focus', () => outbox.state.value.kind === 'signedOut' && outbox.refresh(), {signal});
	const onVisible = () => {
		if (document.hidden) outbox.flush({keepalive: true});
		else outbox.refresh();
	};
	document.addEventListener('visibilitychange', onVisible, {signal});
	return () => {
		ending.abort();
		deaf();
		session.close();
	};
}
