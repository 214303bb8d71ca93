import {LIMITS} from '../../../shared/contract/limits.ts';
import type {Chapter} from '../../../shared/contract/paths/actions.ts';
import {words} from '../../../shared/locales/en/editor/flow.ts';
import {TextField} from '../../fields/fields.tsx';
import type {Session} from '../../session/session.ts';
import {ShiftButton} from '../action-row.tsx';
import {shifted} from '../actions-value.ts';

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
	const shift = (index: number, by: 1 | -1) => set(shifted(chapters, index, by));
	return (
		<div class="flow-chapters">
			<p class="hint">{scenes.length > 0 || chapters.length > 0 ? words.sceneHint : words.noScenes}</p>
			<ol>
				{rows.map(({scene, title}, index) => (
					<li key={scene}>
						<TextField label={words.scene(scene)} value={title} most={LIMITS.chapterTitle} change={text => rename(scene, text)} />
						<ShiftButton name={words.up(title)} look="icon up" off={!title || index === 0} run={() => shift(index, -1)} />
						<ShiftButton
							name={words.down(title)}
							look="icon down"
							off={!title || index >= chapters.length - 1}
							run={() => shift(index, 1)}
						/>
					</li>
				))}
			</ol>
		</div>
	);
}
