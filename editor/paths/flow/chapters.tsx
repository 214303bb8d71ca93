import {LIMITS} from '../../../shared/contract/limits.ts';
import type {Chapter} from '../../../shared/contract/paths/actions.ts';
import {TextField} from '../../fields/fields.tsx';
import type {Session} from '../../session/session.ts';
import {ArrowLeft} from '../../shell/icons.ts';
import {words} from './words.ts';

/** Names for the scenes of a tour, in the order of the menu. */
export function Chapters({session}: {session: Session}) {
	const {steps, chapters = []} = session.tour.value;
	const named = new Set(chapters.map(({scene}) => scene));
	const scenes = [...new Set(steps.flatMap(({scene}) => scene ?? []))].sort((one, other) => one - other);
	const rows = [...chapters, ...scenes.filter(scene => !named.has(scene)).map(scene => ({scene, title: ''}))];
	const set = (next: Chapter[]) => session.work.set({chapters}, {chapters: next});
	const rename = (scene: number, title: string | null) => {
		if (!title?.trim()) set(chapters.filter(one => one.scene !== scene));
		else if (named.has(scene)) set(chapters.map(one => (one.scene === scene ? {scene, title} : one)));
		else set([...chapters, {scene, title}]);
	};
	const shift = (index: number, by: 1 | -1) => set(chapters.toSpliced(index, 1).toSpliced(index + by, 0, chapters[index]!));
	return (
		<div class="flow-chapters">
			<p class="hint">{scenes.length > 0 || chapters.length > 0 ? words.sceneHint : words.noScenes}</p>
			<ol>
				{rows.map(({scene, title}, index) => (
					<li key={scene}>
						<TextField label={words.scene(scene)} value={title} most={LIMITS.chapterTitle} change={text => rename(scene, text)} />
						<button
							type="button"
							class="icon up"
							aria-label={words.up(title)}
							title={words.up(title)}
							disabled={!title || index === 0}
							onClick={() => shift(index, -1)}
						>
							<ArrowLeft size={16} />
						</button>
						<button
							type="button"
							class="icon down"
							aria-label={words.down(title)}
							title={words.down(title)}
							disabled={!title || index >= chapters.length - 1}
							onClick={() => shift(index, 1)}
						>
							<ArrowLeft size={16} />
						</button>
					</li>
				))}
			</ol>
		</div>
	);
}
