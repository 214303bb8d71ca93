import {STEP_TEXTS} from '../../shared/contract/step-fields.ts';
import {CheckField, Section, type SectionProps, TextField} from '../fields/fields.tsx';
import {Offer} from '../fields/offer.tsx';
import {m} from '../messages/index.ts';
import {RefreshCw} from '../shell/icons.ts';
import {isTiny} from '../stage/shape.ts';
import {PictureChooser} from '../tours/picture-chooser.tsx';

/** The screenshot, and what it is for those who do not see it. */
export function PictureSection({session, step, set}: SectionProps) {
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
