import {type Static, Type} from 'typebox';
import {Closed} from '../schema.ts';

export const HtmlExportOptions = Closed(
	{narration: Type.Boolean({default: true, description: 'Takes the narration along; without it the scripts are left out as well.'})},
	{description: 'One HTML file that opens without a network, with pictures, narration and font inside.'},
);
export type HtmlExportOptions = Static<typeof HtmlExportOptions>;
