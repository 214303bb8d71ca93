import {LIMITS} from '../../../contract/limits.ts';

/** The words of looking for tours. */
export const words = {
	sort: 'Sort',
	sorts: {updated: 'Last changed', created: 'Newest', name: 'By name'},
	layout: 'Layout',
	grid: 'Grid',
	rows: 'List',
	fromBundle: 'Open a bundle (ZIP)',
	select: 'Select',
	selected: (count: number) => `${count} selected`,
	binned: (count: number) => `${count} tours are in the bin`,
	binning: (done: number, count: number) => `Moving to the bin: ${done} of ${count}`,
	restoring: (done: number, count: number) => `Bringing back: ${done} of ${count}`,
	dropAnywhere: 'Drop screenshots anywhere on this page to make a tour.',
	choosePassword: 'Choose a password',
	toComeBack: 'to sign in again: the link that brought you here works once.',
	unreadable: (name: string) => `${name}: could not be read (damaged, HDR, more than 50 megapixels, or an animation that is too long)`,
	gone: (name: string) => `${name}: the file was moved or changed; choose it again`,
	notStored: (name: string) => `${name}: not sent yet; it will be sent when this tour is opened again`,
};

/** Texts of the dialog that opens a bundle. */
export const bundleWords = {
	sending: 'Sending the bundle…',
	making: (percent: number) => `Creating the tour: ${percent} %`,
	noBundle: (name: string, place: string) => `${name}: not a tour bundle that can be opened${place}; to use its pictures, extract them`,
	tooLarge: (name: string) => `${name}: larger than ${LIMITS.bundleBytes / 2 ** 20} MB`,
	voices: 'The narrations were imported; their voice does not exist here, and new ones use the default voice.',
};
