import {type Static, Type} from 'typebox';
import {Closed} from '../schema.ts';

export const BundleExportOptions = Closed(
	{
		pretty: Type.Boolean({default: true, description: 'Writes tour.json with a line for each value; without it on one line.'}),
	},
	{
		description:
			'A zip with the tour as tour.json, its pictures without their metadata and its narrations, which `POST /v1/tours/import` and `roteiro import` read.',
	},
);
export type BundleExportOptions = Static<typeof BundleExportOptions>;
