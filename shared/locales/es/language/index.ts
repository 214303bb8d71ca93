export {COMMAND} from './command.ts';
export {DETECTION} from './detection.ts';
export {FACTS} from './facts.ts';
export {WORDING} from './wording.ts';
