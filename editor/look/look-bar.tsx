import {useState} from 'preact/hooks';
import {useLocation} from 'preact-iso';
import {Conflicts} from '../conflicts/conflicts.tsx';
import {Again} from '../edit/again.tsx';
import type {OthersWork} from '../edit/others-work.ts';
import {SaveState} from '../edit/save-state.tsx';
import type {Work} from '../saving/work.ts';
import {ArrowLeft} from '../shell/icons.ts';
import {flushToLeave} from '../shell/save-line.tsx';
import {cardWords} from './cards/card-words.ts';
import {words} from './words.ts';

type Props = {work: Work; others: OthersWork; here: 'theme' | 'cards'};

/** The way back to the tour, whether all is saved, undo and redo, and the way to the other screen. */
export function LookBar({work, others, here}: Props) {
	const {route} = useLocation();
	const [asking, setAsking] = useState(false);
	const {id, name} = work.outbox.tour.value;
	const leave = async (event: MouseEvent, to: string) => {
		if (event.ctrlKey || event.metaKey || event.shiftKey) return;
		event.preventDefault();
		event.stopPropagation();
		await flushToLeave(work.outbox);
		route(to);
	};
	const way = (name: 'theme' | 'cards') => (
		<a
			href={`/tours/${id}/${name}`}
			aria-current={here === name ? 'page' : undefined}
			onClick={event => leave(event, `/tours/${id}/${name}`)}
		>
			{words[name]}
		</a>
	);
	const home = `/tours/${id}${location.hash}`;
	return (
		<header class="bar">
			<a class="back" href={home} aria-label={words.back} title={words.back} onClick={event => leave(event, home)}>
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
