import {type Static, Type} from 'typebox';
import {Closed} from '../schema.ts';

const PAPERS = ['a4', 'letter'] as const;
const LAYOUTS = ['portrait', 'landscape'] as const;

const choice = <const V extends readonly string[]>(values: V, byDefault: V[number], description: string) =>
	Type.Unsafe<V[number]>({type: 'string', enum: [...values], default: byDefault, description});

/** Options of an export as PDF. */
export const PdfOptions = Closed(
	{
		paper: choice(PAPERS, 'a4', 'Size of the sheets.'),
		layout: choice(LAYOUTS, 'portrait', 'portrait: two steps a page where they fit. landscape: one, larger.'),
		scripts: Type.Boolean({default: false, description: 'Print what is said of each step under its text; default false.'}),
	},
	{description: 'How the PDF looks.'},
);
export type PdfOptions = Static<typeof PdfOptions>;
