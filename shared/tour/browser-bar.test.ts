import test from 'ava';
import {hasBrowserBar, isWindow, storedPictures} from './browser-bar.ts';

const page = {width: 1440, height: 900, frameless: true};
const framed = {width: 1440, height: 900};
const phone = {width: 780, height: 1688};
const steps = (...images: Array<typeof framed | null>) => images.map(image => ({type: 'screen' as const, image}));

test('of itself the bar comes only where every picture of a window lacks it', t => {
	t.true(hasBrowserBar({steps: steps(page, page)}));
	t.true(hasBrowserBar({steps: steps(page, phone, null, {width: 400, height: 250})}), 'others have none in any case');
	t.false(hasBrowserBar({steps: steps(page, framed, page)}), 'it does not come and go');
	t.false(hasBrowserBar({steps: steps(phone)}));
	t.false(hasBrowserBar({steps: []}));
	t.true(hasBrowserBar({steps: [...steps(page), {type: 'slide', image: framed}]}), 'a slide shows no picture');
});

test('who chooses is obeyed', t => {
	t.true(hasBrowserBar({pictures: {frame: 'browser'}, steps: steps(framed)}));
	t.false(hasBrowserBar({pictures: {frame: 'none'}, steps: steps(page)}));
	t.deepEqual([storedPictures(), storedPictures({frame: 'auto'}), storedPictures({frame: 'none'})], [{}, {}, {pictures: {frame: 'none'}}]);
});

test('a window is wider than high, and no strip of several screens', t => {
	const windows = [page, {width: 1280, height: 1024}, {width: 3440, height: 1440}, {width: 640, height: 480}];
	const others = [phone, {width: 1000, height: 1000}, {width: 3840, height: 1080}, {width: 320, height: 200}];
	t.deepEqual([...windows, ...others].map(isWindow), [...windows.map(() => true), ...others.map(() => false)]);
});
