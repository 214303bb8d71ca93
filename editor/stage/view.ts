import type {Step} from '../../shared/contract/step.ts';
import type {Tour} from '../../shared/contract/tour.ts';

/** Devices on which a tour is viewed. */
export type Device = 'desk' | 'phone';
/** Effects of a pointer on the picture. */
export type Tool = 'select' | 'highlight' | 'click' | 'redact';
/** The content of the stage. */
export type View = {tour: Tour; step: Step; tool: Tool};
