import {type Static, Type} from 'typebox';
import {Choice, Closed} from '../schema.ts';

/** Status that a SCORM 1.2 course reports once the last step is reached. */
const COURSE_STATUSES = ['completed', 'passed'] as const;
export type CourseStatus = (typeof COURSE_STATUSES)[number];

export const ScormExportOptions = Closed(
	{
		status: Choice(COURSE_STATUSES, {
			default: 'completed',
			description: 'The lesson status that is set when the last step is reached: `passed` for an LMS that looks at that one alone.',
		}),
		narration: Type.Boolean({default: true, description: 'Takes the narration along; without it the scripts are left out as well.'}),
	},
	{description: 'A package of SCORM 1.2 (zip) for a learning management system (LMS), with all files inside.'},
);
export type ScormExportOptions = Static<typeof ScormExportOptions>;
