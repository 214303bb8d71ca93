import type {together as words} from './pt.ts';

export const together: typeof words = {
	history: 'Historial',
	deleted: count => `${count} pasos eliminados`,
	changedBy: (name, count) => `${name} cambió ${count === 1 ? '1 paso' : `${count} pasos`}`,
	deletedBy: (name, count) => `${name} eliminó ${count === 1 ? '1 paso' : `${count} pasos`}`,
	tourChangedBy: name => `${name} cambió el tour`,
	changed: name => `cambiado por ${name}`,
	otherWindow: 'Otra ventana',
	somebody: 'Otra persona',
	wrote: name => `${name} escribió aquí:`,
	takeTheirs: 'Usar este texto',
	keepMine: 'Conservar el mío',
	again: seconds => `Nuevo intento en ${seconds} s`,
	faulty: 'Falta corregir un campo',
	chosen: count => `${count} pasos seleccionados`,
	differs: 'diferentes',
	allSteps: 'Se aplica a todos los pasos seleccionados.',
	goBehind: number => `Van después del paso ${number}`,
	tiny: 'La imagen es muy pequeña y puede ser difícil de ver',
	keysSeveral: ['Ctrl o Mayús clic, Mayús ↑ ↓', 'Seleccionar varios pasos'],
};
