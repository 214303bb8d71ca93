import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';

/** What a tour is looked at on. */
export type Device = 'desk' | 'phone';
/** What a pointer on the picture does. */
export type Tool = 'select' | 'highlight' | 'click' | 'redact' | 'hotspot';
/** What the stage shows. */
export type View = {tour: Tour; step: Step; tool: Tool};
