const steps = (count: number) => (count === 1 ? '1 passo' : `${count} passos`);

export const together = {
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
	goBehind: (number: number) => `Elas entram depois do passo ${number}`,
	tiny: 'A imagem é muito pequena e pode ser difícil de ver',
	keysSeveral: ['Ctrl ou Shift clique, Shift ↑ ↓', 'Selecionar vários passos'] as [string, string],
};
