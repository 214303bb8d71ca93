import test from 'ava';
import type {Finding} from '../../shared/contract/pictures/step-picture.ts';
import {sampleImage, sampleStep} from '../../test/helpers/sample-snapshot.ts';
import type {Seen} from './measure.ts';
import {findingsOf} from './step-picture.ts';

const {image} = await sampleImage();
/** A highlight of 100 x 100 pixels in the middle of a picture that fills the window. */
const STEP = sampleStep({image, highlight: {x: 0.45, y: 0.45, width: 100 / 1440, height: 100 / 900}, click: null});
const WINDOW = {left: 0, top: 0, width: 1440, height: 900};
const SEEN: Seen = {
	window: WINDOW,
	words: {left: 900, top: 100, width: 350, height: 150},
	picture: {...WINDOW, pixels: 1440},
	frame: WINDOW,
	shown: 1,
};
/** A balloon with this corner. */
const at = (left: number, top: number): Partial<Seen> => ({words: {left, top, width: 350, height: 150}});
const find = (seen: Partial<Seen>, step: Partial<typeof STEP> = {}): Finding[] => findingsOf({...STEP, ...step}, {...SEEN, ...seen});
const codes = (findings: Finding[]) => findings.map(({code}) => code);

test('a balloon over the target and one over the click are two things, and each names what to change', t => {
	t.deepEqual(find({}), []);
	// The target lies at 648..748 x 405..505, its middle at 698 x 455.
	t.deepEqual(codes(find(at(700, 300))), ['balloon_over_target']);
	const [over, click] = find(at(600, 400));
	t.deepEqual([over?.code, click?.code], ['balloon_over_target', 'balloon_over_click']);
	t.regex(over!.message, /100 %/);
	t.is(click!.field, 'click');
	t.is(find(at(600, 400), {popoverSide: 'left'})[1]!.field, 'popoverSide');
	t.deepEqual(codes(find(at(600, 400), {popoverSide: 'over'})), ['balloon_over_click'], 'asked for');
	t.deepEqual(codes(find(at(700, 300), {click: {x: 0.5, y: 0.48}})), ['balloon_over_target', 'balloon_over_click']);
	t.deepEqual(find(at(748, 300)), [], 'side by side');
});

test('a target that the frame cuts off is outside, whole or in part, and then nothing else is said of it', t => {
	const frame = {left: 0, top: 0, width: 670, height: 900};
	const [finding, ...others] = find({frame, ...at(600, 400)});
	t.deepEqual([finding?.code, others], ['target_outside', []]);
	t.regex(finding!.message, /22 %/);
	t.regex(finding!.hint, /zoom/);
	t.deepEqual(codes(find({frame: {...frame, width: 730}})), []);
	t.deepEqual(codes(find({frame: {...frame, width: 600}})), ['target_outside']);
});

test('a target is small below 12 pixels as shown, on whichever side', t => {
	const sized = (width: number, height: number) => ({highlight: {x: 0.1, y: 0.1, width: width / 1440, height: height / 900}});
	t.deepEqual(codes(find({}, sized(11, 200))), ['target_small']);
	t.deepEqual(codes(find({}, sized(200, 11))), ['target_small']);
	t.deepEqual(codes(find({}, sized(12, 12))), []);
	t.deepEqual(codes(find({}, sized(0, 0))), ['target_small']);
});

test('words that do not fit are measured, and a step without any has no other fault with them', t => {
	const [finding] = find({shown: 0.5});
	t.like(finding, {code: 'text_overflows', field: 'text'});
	t.regex(finding!.hint, /45 %/);
	t.is(find({shown: 0.5}, {text: null})[0]!.field, 'title');
	t.deepEqual(codes(find({shown: 0.5}, {title: '', text: null})), ['balloon_empty']);
});
