import {useEffect, useState} from 'preact/hooks';
import {LIMITS} from '../../shared/contract/limits.ts';
import type {Camera} from '../../shared/contract/step.ts';
import {viewWords} from '../../shared/locales/en/editor/edit.ts';
import {isPart, zoomOf} from '../../shared/tour/place/camera.ts';
import {Section, type SectionProps, SelectField} from '../fields/fields.tsx';
import {numeral} from '../messages/index.ts';

type Kind = 'auto' | 'none' | 'own';
/** Initial factor of a fixed zoom if the step shows the whole picture. */
const FIRST = 2;

/** Chooses how near visitors see the step's picture. */
export function CameraSection({step, set}: SectionProps) {
	const {zoom} = step.camera;
	const kind: Kind = typeof zoom === 'number' ? 'own' : zoom;
	const asIsUsual = {...step, camera: {zoom: 'auto'}} as const;
	const automatic = zoomOf(asIsUsual);
	const showsPart = isPart(asIsUsual);
	const nearness = automatic > 1 ? times(automatic) : showsPart ? viewWords.part : viewWords.whole;
	const choose = (next: Kind | null) => {
		const own = automatic > 1 ? Math.round(automatic * 10) / 10 : FIRST;
		set({camera: {zoom: next === 'own' ? own : (next ?? 'auto')}});
	};
	return (
		<Section title={viewWords.camera}>
			{step.highlight || showsPart ? (
				<>
					<SelectField
						label={viewWords.near}
						value={kind}
						options={[
							['auto', viewWords.auto(nearness)],
							['none', viewWords.none],
							...(step.highlight ? [['own', viewWords.own] as ['own', string]] : []),
						]}
						change={choose}
					/>
					{typeof zoom === 'number' && <Range zoom={zoom} change={camera => set({camera})} />}
					<p class="hint">{showsPart ? viewWords.partHint : viewWords.hint}</p>
				</>
			) : (
				<p class="hint">{viewWords.needsMark}</p>
			)}
		</Section>
	);
}

/** Changes the zoom; one drag is one change, however long. */
function Range({zoom, change}: {zoom: number; change: (camera: Camera) => void}) {
	const [shown, setShown] = useState(zoom);
	useEffect(() => setShown(zoom), [zoom]);
	return (
		<label class="number range">
			<span>{viewWords.times}</span>
			<output>{times(shown)}</output>
			<input
				type="range"
				min={LIMITS.zoomMin}
				max={LIMITS.zoomMax}
				step={0.1}
				value={shown}
				aria-valuetext={times(shown)}
				onInput={event => setShown(event.currentTarget.valueAsNumber)}
				onChange={event => change({zoom: event.currentTarget.valueAsNumber})}
			/>
		</label>
	);
}

function times(zoom: number): string {
	return `${numeral(zoom, 1)}×`;
}
