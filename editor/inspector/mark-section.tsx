import type {Click, Highlight} from '../../shared/contract/geometry.ts';
import {placeShape} from '../../shared/tour/place/geometry.ts';
import {PercentField, Section, type SectionProps} from '../fields/fields.tsx';
import {m} from '../messages/index.ts';

/** Highlight and click as numbers. */
export function MarkSection({session, step, set}: SectionProps) {
	const {highlight, click, image} = step;
	// By the service's own rules, so that what is shown is what is stored; on top of what it is by now, which these fields show a moment later.
	const place = (part: {highlight?: Partial<Highlight>; click?: Partial<Click>}) => {
		const shown = session.step.peek();
		const now = shown?.id === step.id && shown.highlight ? shown : step;
		const shape = placeShape(
			{
				highlight: part.highlight && {...now.highlight!, ...part.highlight},
				click: part.click && {...(now.click ?? click!), ...part.click},
			},
			now,
			image,
		);
		set({highlight: shape.highlight, click: shape.click});
	};
	if (!highlight)
		return (
			<Section title={m.inspector.mark}>
				<p class="hint">{m.inspector.noMark}</p>
				{image && (
					<button type="button" class="button" onClick={() => session.addMark()}>
						{m.inspector.addMark}
					</button>
				)}
			</Section>
		);
	const side = (name: keyof Highlight) => (
		<PercentField label={m.inspector[name]} value={highlight[name]} change={value => place({highlight: {[name]: value}})} />
	);
	return (
		<Section title={m.inspector.mark}>
			<div class="four">
				{side('x')}
				{side('y')}
				{side('width')}
				{side('height')}
			</div>
			{click && (
				<div class="pair">
					<PercentField label={m.inspector.clickX} value={click.x} change={x => place({click: {x}})} />
					<PercentField label={m.inspector.clickY} value={click.y} change={y => place({click: {y}})} />
				</div>
			)}
			<button type="button" class="button" onClick={() => set({highlight: null, click: null})}>
				{m.edit.removeHighlight}
			</button>
		</Section>
	);
}
