import {LIMITS} from '../../shared/contract/limits.ts';
import type {Step} from '../../shared/contract/step.ts';
import {Section, SelectField, sideOptions} from '../fields/fields.tsx';
import {m} from '../messages/index.ts';
import type {Session} from '../session/session.ts';
import {StepActions} from './step-actions.tsx';

/** Edits the values that several steps share; a value that differs shows as unset until one is chosen. */
export function SeveralInspector({session}: {session: Session}) {
	const chosen = new Set(session.selection.all.value);
	const steps = session.tour.value.steps.filter(({id}) => chosen.has(id));
	return (
		<div class="sections several" key="several">
			<Section title={m.together.chosen(steps.length)}>
				<p class="hint">{m.together.allSteps}</p>
				<SceneField session={session} steps={steps} />
				{steps.some(({type}) => type === 'screen') && <LookFields session={session} steps={steps} />}
				<StepActions session={session} />
			</Section>
		</div>
	);
}

type Props = {session: Session; steps: Step[]};

function SceneField({session, steps}: Props) {
	const scene = shared(steps, 'scene');
	return (
		<label class="number">
			<span>{m.fields.scene}</span>
			<input
				type="number"
				min={LIMITS.sceneMin}
				max={LIMITS.sceneMax}
				value={scene ?? ''}
				placeholder={scene === undefined ? m.together.differs : undefined}
				onChange={event => {
					const {valueAsNumber: number, value} = event.currentTarget;
					if (value === '') session.editChosen({scene: null});
					else if (Number.isInteger(number) && number >= LIMITS.sceneMin && number <= LIMITS.sceneMax) session.editChosen({scene: number});
				}}
			/>
		</label>
	);
}

function LookFields({session, steps}: Props) {
	const side = shared(steps, 'popoverSide');
	const animated = shared(steps, 'simulateClick');
	const differs: Array<['differs', string]> = [['differs', `(${m.together.differs})`]];
	return (
		<>
			<SelectField
				label={m.fields.popoverSide}
				value={side === undefined ? 'differs' : (side ?? '')}
				options={[...(side === undefined ? differs : []), ...sideOptions()]}
				change={chosen => chosen !== 'differs' && session.editChosen({popoverSide: chosen})}
			/>
			<label class="check">
				<input
					type="checkbox"
					checked={animated === true}
					ref={box => {
						if (box) box.indeterminate = animated === undefined;
					}}
					onChange={event => session.editChosen({simulateClick: event.currentTarget.checked})}
				/>
				<span>{m.fields.simulateClick}</span>
			</label>
		</>
	);
}

/** The value that all of them have; undefined where they differ. */
function shared<F extends 'scene' | 'popoverSide' | 'simulateClick'>(steps: Step[], field: F): Step[F] | undefined {
	const [first] = steps;
	return first && steps.every(step => step[field] === first[field]) ? first[field] : undefined;
}
