import type {Step} from '../../shared/contract/step.ts';
import {SceneField, Section, SelectField, sideOptions} from '../fields/fields.tsx';
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
				<SceneField scene={shared(steps, 'scene')} change={scene => session.editChosen({scene})} />
				{steps.some(({type}) => type === 'screen') && <LookFields session={session} steps={steps} />}
				<StepActions session={session} />
			</Section>
		</div>
	);
}

type Props = {session: Session; steps: Step[]};

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

/** Returns the value that all of them have; undefined if they differ. */
function shared<F extends 'scene' | 'popoverSide' | 'simulateClick'>(steps: Step[], field: F): Step[F] | undefined {
	const [first] = steps;
	return first && steps.every(step => step[field] === first[field]) ? first[field] : undefined;
}
