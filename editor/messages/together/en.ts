import type {together as words} from './pt.ts';

export const together: typeof words = {
	history: 'History',
	deleted: count => `${count} steps deleted`,
	changedBy: (name, count) => `${name} changed ${count === 1 ? '1 step' : `${count} steps`}`,
	deletedBy: (name, count) => `${name} deleted ${count === 1 ? '1 step' : `${count} steps`}`,
	tourChangedBy: name => `${name} changed the tour`,
	changed: name => `changed by ${name}`,
	otherWindow: 'Another window',
	somebody: 'Someone else',
	wrote: name => `${name} wrote here:`,
	takeTheirs: 'Use this text',
	keepMine: 'Keep mine',
	again: seconds => `Trying again in ${seconds} s`,
	faulty: 'A field needs correction',
	chosen: count => `${count} steps selected`,
	differs: 'different',
	allSteps: 'Applies to all selected steps.',
	goBehind: number => `They go after step ${number}`,
	tiny: 'This picture is very small and may be hard to see',
	keysSeveral: ['Ctrl or Shift click, Shift ↑ ↓', 'Select several steps'],
};
