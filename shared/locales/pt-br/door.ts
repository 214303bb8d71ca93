import type {Messages} from '../messages.ts';

/** The page at the root for whoever is not signed in. */
export const door: Messages['door'] = {
	title: 'Tours interativos a partir de capturas de tela',
	description:
		'Transforme capturas de tela em tours passo a passo com link permanente, à mão ou com um agente. Aberto, e hospedado por você.',
	headline: 'Mostre o clique, não o manual',
	lead: 'Solte as capturas de tela, marque o que importa, publique. Quem visita percorre o seu produto clicando, em um link que continua o mesmo.',
	signIn: 'Entrar',
	start: 'Criar o primeiro tour',
	signUp: 'Criar uma conta',
	tour: 'Um tour do Roteiro, feito com o Roteiro: como se cria um tour',
	navigation: 'Principal',
	languages: 'Idioma',
	forWhom: 'Quem trabalha com ele',
	people: [
		{
			name: 'Marketing e vendas',
			text: 'Seis capturas viram um tour em um minuto: nas suas cores, pronto para incorporar, com formulário onde você quiser. O funil mostra em qual passo as pessoas saem.',
		},
		{
			name: 'Suporte e documentação',
			text: 'Guias que se leem sem script, pelo teclado e em voz alta, em cada idioma em que você escreve. O nome de um cliente some dos pixels de vez.',
		},
		{
			name: 'Engenharia e seus agentes',
			text: 'Tudo o que o editor faz, uma API também faz. Claude, ChatGPT e outros trabalham no mesmo tour por MCP, e ninguém sobrescreve ninguém.',
		},
	],
	facts: ['Hospedado por você, código aberto', 'Sem cookies, sem outros servidores para quem visita', 'Menos de 5 KB de script em um tour'],
	agents: 'Conectar um agente',
	agentsText: 'Adicione este endereço MCP ao Claude, ChatGPT, Cursor ou VS Code. O acesso é confirmado no navegador.',
	folder: 'Ou comece com uma pasta de capturas de tela',
	developers: 'Para quem desenvolve e opera',
	links: {
		reference: ['Referência da API', 'Cada operação com seus campos, limites e uma chamada para colar.'],
		openapi: ['openapi.json', 'O mesmo em OpenAPI 3.1, para geradores e agentes.'],
		queues: ['Filas', 'O trabalho em segundo plano; pede a senha de quem opera.'],
	},
};
