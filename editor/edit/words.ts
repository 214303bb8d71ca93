import {inLanguage} from '../messages/index.ts';

const steps = (count: number) => (count === 1 ? '1 passo' : `${count} passos`);
const pt = {
	deleted: (count: number) => `${count} passos excluídos`,
	changedBy: (name: string, count: number) => `${name} alterou ${steps(count)}`,
	deletedBy: (name: string, count: number) => `${name} excluiu ${steps(count)}`,
	tourChangedBy: (name: string) => `${name} alterou o tour`,
	changed: (name: string) => `alterado por ${name}`,
	otherWindow: 'Outra janela',
	somebody: 'Outra pessoa',
	again: (seconds: number) => `Nova tentativa em ${seconds} s`,
	keepBoth: 'Manter os dois',
	stepGoes: 'Você excluiu este passo, e enquanto isso outra pessoa o alterou.',
	deleteIt: 'Excluir mesmo assim',
	keepIt: 'Manter o passo',
	toDelete: 'excluir o passo',
	first: 'no primeiro lugar',
	behind: (label: string) => `depois de “${label}”`,
	anotherStep: 'outro passo',
	chosen: (count: number) => `${count} passos selecionados`,
	differs: 'diferentes',
	allSteps: 'Vale para todos os passos selecionados.',
	keysSeveral: ['Ctrl ou Shift clique, Shift ↑ ↓', 'Selecionar vários passos'] as [string, string],
};

const en: typeof pt = {
	deleted: count => `${count} steps deleted`,
	changedBy: (name, count) => `${name} changed ${count === 1 ? '1 step' : `${count} steps`}`,
	deletedBy: (name, count) => `${name} deleted ${count === 1 ? '1 step' : `${count} steps`}`,
	tourChangedBy: name => `${name} changed the tour`,
	changed: name => `changed by ${name}`,
	otherWindow: 'Another window',
	somebody: 'Somebody else',
	again: seconds => `Trying again in ${seconds} s`,
	keepBoth: 'Keep both',
	stepGoes: 'You deleted this step, and somebody else changed it meanwhile.',
	deleteIt: 'Delete it anyway',
	keepIt: 'Keep the step',
	toDelete: 'delete the step',
	first: 'in the first place',
	behind: label => `after “${label}”`,
	anotherStep: 'another step',
	chosen: count => `${count} steps selected`,
	differs: 'different',
	allSteps: 'Goes for all the selected steps.',
	keysSeveral: ['Ctrl or Shift click, Shift ↑ ↓', 'Select several steps'],
};

const es: typeof pt = {
	deleted: count => `${count} pasos eliminados`,
	changedBy: (name, count) => `${name} cambió ${count === 1 ? '1 paso' : `${count} pasos`}`,
	deletedBy: (name, count) => `${name} eliminó ${count === 1 ? '1 paso' : `${count} pasos`}`,
	tourChangedBy: name => `${name} cambió el tour`,
	changed: name => `cambiado por ${name}`,
	otherWindow: 'Otra ventana',
	somebody: 'Otra persona',
	again: seconds => `Nuevo intento en ${seconds} s`,
	keepBoth: 'Conservar ambos',
	stepGoes: 'Has eliminado este paso y, mientras tanto, otra persona lo ha cambiado.',
	deleteIt: 'Eliminar de todos modos',
	keepIt: 'Conservar el paso',
	toDelete: 'eliminar el paso',
	first: 'en el primer lugar',
	behind: label => `después de «${label}»`,
	anotherStep: 'otro paso',
	chosen: count => `${count} pasos seleccionados`,
	differs: 'diferentes',
	allSteps: 'Vale para todos los pasos seleccionados.',
	keysSeveral: ['Ctrl o Mayús clic, Mayús ↑ ↓', 'Seleccionar varios pasos'],
};

/** The words of working on a tour with others, and on several steps at once. */
export const words = inLanguage({pt, en, es});
