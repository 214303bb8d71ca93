import {useState} from 'preact/hooks';
import {cardWords, words} from '../../shared/locales/en/editor/appearance.ts';
import {previewWords} from '../../shared/locales/en/editor/edit.ts';
import {Conflicts} from '../conflicts/conflicts.tsx';
import {m} from '../messages/index.ts';
import type {Work} from '../saving/history.ts';
import {Again} from '../session/again.tsx';
import type {OthersWork} from '../session/others-work.ts';
import {SaveState} from '../session/save-state.tsx';
import {ArrowLeft, Play} from '../shell/icons.ts';
import {Later} from '../shell/later.tsx';
import {IconButton} from '../shell/menu.tsx';
import {useLeaving} from '../shell/save-line.tsx';

type Props = {work: Work; others: OthersWork; here: 'theme' | 'cards'};

/** The way back to the tour, whether all is saved, undo and redo, and the way to the other screen. */
export function LookBar({work, others, here}: Props) {
	const {leaveFor, follow} = useLeaving(work.outbox);
	const [asking, setAsking] = useState(false);
	const [dialog, setDialog] = useState<'publish' | 'preview' | null>(null);
	const close = () => setDialog(null);
	const {id, name} = work.outbox.tour.value;
	const way = (name: 'theme' | 'cards') => (
		<a
			href={`/tours/${id}/${name}`}
			aria-current={here === name ? 'page' : undefined}
			onClick={event => follow(event, `/tours/${id}/${name}`)}
		>
			{words[name]}
		</a>
	);
	const home = `/tours/${id}${location.hash}`;
	return (
		<header class="bar">
			<a class="back" href={home} aria-label={words.back} title={words.back} onClick={event => follow(event, home)}>
				<ArrowLeft size={18} />
			</a>
			<h1 class="name" title={name}>
				{name}
			</h1>
			<SaveState work={work} resolve={() => setAsking(true)} />
			<Again work={work} />
			<nav class="screens" aria-label={words.screens}>
				{way('theme')}
				{way('cards')}
			</nav>
			<IconButton label={previewWords.preview} press={() => setDialog('preview')}>
				<Play size={18} />
				<span class="word">{previewWords.preview}</span>
			</IconButton>
			<button type="button" class="button primary" onClick={() => setDialog('publish')}>
				{m.edit.publish}
			</button>
			{dialog === 'publish' && <Later load={loadPublish} work={work} choose={step => leaveFor(`/tours/${id}#${step}`)} close={close} />}
			{dialog === 'preview' && (
				<Later
					load={loadPreview}
					tour={work.outbox.tour.peek()}
					from={null}
					device={innerWidth < 720 ? ('phone' as const) : ('desk' as const)}
					close={close}
				/>
			)}
			{asking && (
				<Conflicts
					work={work}
					lend={async () => ({cardWords, lookWords: words})}
					author={step => others.author(step)}
					close={() => setAsking(false)}
				/>
			)}
		</header>
	);
}

const loadPublish = () => import('../publish/publish-dialog.tsx').then(({PublishDialog}) => PublishDialog);
const loadPreview = () => import('../preview/preview-dialog.tsx').then(({PreviewDialog}) => PreviewDialog);

/** Stands in for a screen while it loads, or shows why it cannot. */
export function Waiting({fault, retry}: {fault: string | null; retry: () => void}) {
	if (!fault)
		return (
			<main class="lookscreen loading" aria-busy="true">
				<p class="unseen">{m.loading}</p>
				<i class="shape wide" />
				<i class="shape" />
				<i class="shape" />
			</main>
		);
	return (
		<main class="waiting">
			<div class="nothing" role="alert">
				<h1>{fault}</h1>
				<button type="button" class="button" onClick={retry}>
					{m.retry}
				</button>
				<a class="button" href="/">
					{m.edit.back}
				</a>
			</div>
		</main>
	);
}
