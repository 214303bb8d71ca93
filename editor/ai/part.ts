/** All of AI that is loaded once somebody wants it. */
export {AiCount, AiHost} from './ai-host.tsx';
export {NarrationFields} from './narration/narration-fields.tsx';
export {StepMarks} from './step-badges.tsx';
export {TextAssist} from './text-assist.tsx';
export {WriteAlts} from './write-alts.tsx';
