import {signal} from '@preact/signals';
import {pathEntryWords as words} from '../../shared/locales/en/editor/edit.ts';
import type {SectionProps} from '../fields/fields.tsx';
import {Section} from '../fields/fields.tsx';
import {lazyPart} from '../shell/part.ts';

/** Shows the entries to buttons, hotspots and the map; loads what is behind them on first use. */

export const paths = lazyPart(() => import('./part.ts'));

/** True while the section is unfolded: it stays so from step to step. */
const unfolded = signal(false);

/** Buttons and hotspots of a step. */
export function ActionsSection(props: SectionProps) {
	const {buttons = [], hotspots = []} = props.step.actions ?? {};
	const count = buttons.length + hotspots.length;
	const loaded = paths.part.value;
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
