import type {Step} from '../../shared/contract/step.ts';
import type {Session} from '../edit/session.ts';
import type {StepFields} from '../saving/change.ts';

/** Properties of every part of the inspector; `set` changes fields of the step. */
export type SectionProps = {session: Session; step: Step; set: (fields: StepFields) => void};
