import {Fragment} from 'preact';
import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks';
import type {Click, Highlight} from '../../shared/contract/geometry.ts';
import {hasLines, SHOWN_TEXTS, STEP_TEXTS} from '../../shared/contract/step-fields.ts';
import {placeShape} from '../../shared/tour/place/geometry.ts';
import {NarrationSection, WriteButton} from '../ai/entry.tsx';
import {
	BoxFields,
	CheckField,
	Offer,
	PercentField,
	SceneField,
	Section,
	type SectionProps,
	SelectField,
	sideOptions,
	TextField,
} from '../fields/fields.tsx';
import {m} from '../messages/index.ts';
import {ActionsSection} from '../paths/entry.tsx';
import type {StepFields} from '../saving/change.ts';
import type {Session} from '../session/session.ts';
import {sought} from '../session/view.ts';
import {RefreshCw, SlidersHorizontal} from '../shell/icons.ts';
import {lazyPart} from '../shell/later.tsx';
import {follow, isTiny} from '../stage/shape.ts';
import {PictureChooser} from '../tours/picture-chooser.tsx';
import {CameraSection} from './camera-section.tsx';
import {StepActions} from './step-actions.tsx';

/** Loaded late, since few people choose several steps. */
const several = lazyPart(() => import('./several.tsx'));

/** Edits all fields of the chosen step. On a phone it is a sheet that comes up. */
export function Inspector({session}: {session: Session}) {
	const step = session.stepSeen.value;
	const [open, setOpen] = useState(false);
	const wanted = sought.value;
	useEffect(() => {
		if (wanted) setOpen(true);
	}, [wanted]);
	const aside = useRef<HTMLElement>(null);
	// Fields are kept from step to step, which is quicker; text typed into one belonged to the step before.
	useLayoutEffect(() => {
		const held = document.activeElement;
		if (held instanceof HTMLElement && held.matches('input,select') && aside.current?.contains(held)) held.blur();
	}, [step?.id]);
	const isSeveral = session.selection.all.value.length > 1;
	useEffect(() => {
		if (isSeveral) several.load();
	}, [isSeveral]);
	if (!step) return <aside class="inspector" aria-label={m.inspector.title} />;
	const props = {session, step, set: (fields: StepFields) => session.edit(step.id, fields)};
	return (
		<aside ref={aside} class={open ? 'inspector open' : 'inspector'} aria-label={m.inspector.title}>
			<button type="button" class="pull" aria-expanded={open} onClick={() => setOpen(!open)}>
				<SlidersHorizontal size={16} />
				{m.inspector.title}
			</button>
			<h2 class="unseen">{m.inspector.title}</h2>
			{isSeveral ? (
				several.part.value && <several.part.value.SeveralInspector session={session} />
			) : (
				<div class="sections">
					<Section title={m.inspector.text}>
						{SHOWN_TEXTS.map(name => (
							<Fragment key={`${name} ${step.id}`}>
								<TextField
									label={m.fields[name]}
									value={step[name]}
									most={STEP_TEXTS[name]}
									change={text => props.set({[name]: text})}
									long={hasLines(name)}
								/>
								<Offer session={session} step={step.id} field={name} />
							</Fragment>
						))}
						<WriteButton key={step.id} session={session} step={step} />
					</Section>
					{step.type === 'screen' && (
						<>
							<MarkSection {...props} />
							{step.highlight && <BalloonSection {...props} />}
							<PictureSection {...props} />
							<CameraSection {...props} />
						</>
					)}
					<ActionsSection {...props} />
					<NarrationSection key={`narration ${step.id}`} {...props} />
					<StepSection {...props} />
				</div>
			)}
		</aside>
	);
}

function BalloonSection({step, set}: SectionProps) {
	const {auto, start, center, end} = m.inspector;
	return (
		<Section title={m.inspector.balloon}>
			<div class="pair">
				<SelectField
					label={m.fields.popoverSide}
					value={step.popoverSide ?? ''}
					options={sideOptions()}
					change={popoverSide => set({popoverSide})}
				/>
				<SelectField
					label={m.fields.popoverAlign}
					value={step.popoverAlign ?? ''}
					options={[
						['', auto],
						['start', start],
						['center', center],
						['end', end],
					]}
					change={popoverAlign => set({popoverAlign})}
				/>
			</div>
			<CheckField label={m.fields.simulateClick} value={step.simulateClick} change={simulateClick => set({simulateClick})} />
		</Section>
	);
}

function StepSection({session, step, set}: SectionProps) {
	return (
		<Section title={m.inspector.step}>
			<div class="pair">
				<SelectField
					label={m.fields.type}
					value={step.type}
					options={[
						['screen', m.inspector.screen],
						['slide', m.inspector.slide],
					]}
					change={type => set({type: type ?? 'screen'})}
				/>
				<SceneField scene={step.scene} change={scene => set({scene})} />
			</div>
			<p class="hint">{m.inspector.sceneHint}</p>
			<StepActions session={session} />
		</Section>
	);
}

/** The screenshot, and what it is for those who do not see it. */
function PictureSection({session, step, set}: SectionProps) {
	const {image} = step;
	return (
		<Section title={m.fields.image}>
			<div class="pictured">
				{image && (
					<span class="hint">
						{image.width} × {image.height}
					</span>
				)}
				<PictureChooser take={([file]) => session.replacePicture(step.id, file!)} class="button" single>
					<RefreshCw size={16} />
					{image ? m.inspector.replace : m.inspector.choose}
				</PictureChooser>
			</div>
			{image && isTiny(image) && <p class="hint tiny">{m.together.tiny}</p>}
			{!step.altDecorative && (
				<>
					<TextField
						key={step.id}
						label={m.fields.alt}
						value={step.alt}
						most={STEP_TEXTS.alt}
						hint={m.inspector.altHint}
						change={alt => set({alt})}
						long
					/>
					<Offer session={session} step={step.id} field="alt" />
				</>
			)}
			<CheckField label={m.fields.altDecorative} value={step.altDecorative} change={altDecorative => set({altDecorative})} />
		</Section>
	);
}

/** Highlight and click as numbers. */
function MarkSection({session, step, set}: SectionProps) {
	const {highlight, click, image} = step;
	// By the service's own rules, so that what is shown is what is stored; on top of what it is by now, which these fields show a moment later.
	const place = (part: {highlight?: Partial<Highlight>; click?: Partial<Click>}) => {
		const shown = session.step.peek();
		const now = shown?.id === step.id && shown.highlight ? shown : step;
		const [was, clicked] = [now.highlight!, now.click ?? click];
		const wanted = part.highlight && {...was, ...part.highlight};
		// As where it is dragged: the click goes along.
		const goal = part.click ? {...clicked!, ...part.click} : wanted && follow(clicked, was, wanted);
		const shape = placeShape({highlight: wanted, click: goal}, now, image);
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
	return (
		<Section title={m.inspector.mark}>
			<BoxFields box={highlight} change={(side, value) => place({highlight: {[side]: value}})} />
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
