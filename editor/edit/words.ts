import {inLanguage} from '../messages/index.ts';

const steps = (count: number) => (count === 1 ? '1 passo' : `${count} passos`);
const pt = {
	history: 'Histórico',
	deleted: (count: number) => `${count} passos excluídos`,
	changedBy: (name: string, count: number) => `${name} alterou ${steps(count)}`,
	deletedBy: (name: string, count: number) => `${name} excluiu ${steps(count)}`,
	tourChangedBy: (name: string) => `${name} alterou o tour`,
	changed: (name: string) => `alterado por ${name}`,
	otherWindow: 'Outra janela',
	somebody: 'Outra pessoa',
	wrote: (name: string) => `${name} escreveu aqui:`,
	takeTheirs: 'Usar este texto',
	keepMine: 'Manter o meu',
	again: (seconds: number) => `Nova tentativa em ${seconds} s`,
	faulty: 'Falta corrigir um campo',
	chosen: (count: number) => `${count} passos selecionados`,
	differs: 'diferentes',
	allSteps: 'Aplica-se a todos os passos selecionados.',
	tiny: 'A imagem é muito pequena e pode ser difícil de ver',
	keysSeveral: ['Ctrl ou Shift clique, Shift ↑ ↓', 'Selecionar vários passos'] as [string, string],
};

const en: typeof pt = {
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
	tiny: 'This picture is very small and may be hard to see',
	keysSeveral: ['Ctrl or Shift click, Shift ↑ ↓', 'Select several steps'],
};

const es: typeof pt = {
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
	tiny: 'La imagen es muy pequeña y puede ser difícil de ver',
	keysSeveral: ['Ctrl o Mayús clic, Mayús ↑ ↓', 'Seleccionar varios pasos'],
};

/** The words of working on a tour with others, and on several steps at once. */
export const words = inLanguage({pt, en, es});
