import test from 'ava';
import {resolveTheme} from '../../shared/tour/themes.ts';
import type {Change} from './change.ts';
import {openHistory} from './history.ts';
import {settingsChange, themeWhereMet} from './settings.ts';

const renamed = (name: string): Change => ({kind: 'rename', set: {name}, was: {name: ''}});
const make = (changes: Change[]) => changes;

/** A history with a rename and something that the service did, which ends when it is told to. */
function withWhole() {
	const history = openHistory();
	history.record([renamed('a')], 0);
	const ends: Array<() => void> = [];
	history.recordWhole(then => void ends.push(then));
	const names = () => {
		const found: string[] = [];
		for (let deed = history.last.value; deed; deed = history.last.value) {
			found.push(deed.exchange ? 'whole' : (deed.changes[0] as {set: {name: string}}).set.name);
			history.undo(make);
			ends.pop()?.();
		}
		return found;
	};
	return {history, end: () => ends.shift()!(), names};
}

test('what is done while the service undoes something is done after it, and nothing is redone over it', t => {
	const {history, end, names} = withWhole();
	history.undo(make);
	history.record([renamed('b')], 5000);
	end();
	t.is(history.next.value, null);
	t.deepEqual(names(), ['b', 'a']);
});

test('what is done while the service does something again is undone before it', t => {
	const {history, end, names} = withWhole();
	history.undo(make);
	end();
	t.truthy(history.next.value?.exchange);
	history.redo(make);
	history.record([renamed('b')], 5000);
	end();
	t.is(history.next.value, null);
	t.deepEqual(names(), ['b', 'whole', 'a']);
});

test('one that failed stays where it was', t => {
	const {history, names} = withWhole();
	history.undo(make);
	t.truthy(history.last.value?.exchange);
	t.is(history.next.value, null);
	t.deepEqual(names(), ['whole', 'a']);
});

test('an undo of colours leaves those that others have changed since, and all of them after another preset', t => {
	const plain = resolveTheme({preset: 'documento'});
	const own = {...plain, colors: {...plain.colors, accent: '#112233', button: '#445566'}};
	const endCta = {title: 'Thanks'} as const;
	// The change that takes the colours and the card's title back.
	const back = settingsChange({theme: own, endCta}, {theme: plain, endCta: {title: 'Bye'}})!;
	t.deepEqual(themeWhereMet(back, own), back);
	const recoloured = {...own, colors: {...own.colors, accent: '#ffffff'}};
	t.deepEqual(themeWhereMet(back, recoloured)!.set, {theme: {colors: {button: plain.colors.button}}, endCta: {title: 'Bye'}});
	t.deepEqual(themeWhereMet(back, resolveTheme({preset: 'violet'}))!.set, {endCta: {title: 'Bye'}});
	const colours = settingsChange({theme: own}, {theme: plain})!;
	t.is(themeWhereMet(colours, resolveTheme({preset: 'violet'})), null);
	t.deepEqual(themeWhereMet(colours, {...own, colors: {...own.colors, accent: '#112233'.toUpperCase()}}), colours);
});
