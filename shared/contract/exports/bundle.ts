import {type Static, Type} from 'typebox';
import {Closed} from '../schema.ts';

export const BundleExportOptions = Closed(
	{
		pretty: Type.Boolean({default: true, description: 'Writes tour.json with a line for each value; without it on one line.'}),
	},
	{description: 'A zip with the tour as tour.json and its pictures as they were sent, which `roteiro import` and `roteiro publish` read.'},
);
export type BundleExportOptions = Static<typeof BundleExportOptions>;
