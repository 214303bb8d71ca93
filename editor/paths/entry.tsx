import {signal} from '@preact/signals';
import {useEffect, useMemo} from 'preact/hooks';
import type {Step} from '../../shared/contract/step.ts';
import {pathEntryWords as words} from '../../shared/locales/en/editor/edit.ts';
import {hasPaths} from '../../shared/tour/paths/graph.ts';
import {Section, type SectionProps} from '../fields/fields.tsx';
import {sought} from '../session/view.ts';
import {lazyPart} from '../shell/later.tsx';

/** Shows the entries to buttons, hotspots and the map; loads what is behind them on first use. */

export const paths = lazyPart(() => import('./part.ts'));

/** Returns the fault of each step that no way leads to, by its id; the part that knows is loaded where a tour has paths. */
export function useUnreached(steps: Step[]): Map<string, string> | null {
	const forks = hasPaths(steps);
	useEffect(() => {
		if (forks) void paths.load();
	}, [forks]);
	const part = paths.part.value;
	return useMemo(() => (forks && part?.unreachedIn(steps)) || null, [forks, part, steps]);
}

/** True while the section is unfolded: it stays so from step to step. */
const unfolded = signal(false);

/** Buttons and hotspots of a step. */
export function ActionsSection(props: SectionProps) {
	const {buttons = [], hotspots = []} = props.step.actions ?? {};
	const count = buttons.length + hotspots.length;
	const loaded = paths.part.value;
	const isSought = sought.value === props.step.id;
	useEffect(() => {
		if (!isSought) return;
		unfolded.value = true;
		paths.load();
	}, [isSought]);
	return (
		<Section
			title={words.section}
			count={count}
			open={unfolded.value}
			toggle={open => {
				unfolded.value = open;
				if (open) paths.load();
			}}
		>
			{unfolded.value && loaded && <loaded.ActionsFields key={props.step.id} {...props} />}
		</Section>
	);
}
