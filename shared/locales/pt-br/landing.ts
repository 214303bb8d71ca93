import type {Messages} from '../messages.ts';

export const landing: Messages['landing'] = {
	title: 'Tours interativos a partir de capturas de tela',
	description:
		'Transforme capturas de tela em tours passo a passo com link permanente, à mão ou com um agente. Código aberto, no seu servidor.',
	headline: 'Mostre o clique, não o manual',
	lead: 'Transforme capturas de tela em um tour que as pessoas percorrem clicando, com câmera, voz e as suas cores. Leva minutos, e o link nunca muda.',
	signIn: 'Entrar',
	start: 'Criar o primeiro tour',
	signUp: 'Criar uma conta',
	editor: 'Abrir o editor',
	tour: 'Um tour do Roteiro, feito com o Roteiro: como se cria um tour',
	tryIt: 'Este é um tour de verdade. Percorra-o clicando, ou aperte Ouvir.',
	navigation: 'Principal',
	languages: 'Idioma',
	facts: ['Código aberto, no seu servidor', 'Sem cookies, sem outros servidores', 'Menos de 5 KB de script por tour'],
	choose: {
		title: 'Deixe que escolham',
		text: 'Pergunte o que as pessoas querem ver, e cada resposta leva à sua parte. Botões, áreas e capítulos, e um mapa que mostra aonde levam.',
		tour: 'Um tour que pergunta o que você quer ver',
	},
	features: {
		title: 'Tudo o que uma boa demonstração precisa',
		list: [
			['Uma câmera que acha o clique', 'Cada passo se aproxima do que importa, também no celular.'],
			['Uma voz em cada idioma', 'Narração com legendas, sem internet ou com o provedor que você escolher.'],
			['Nomes que somem de vez', 'Ocultar troca os pixels na imagem guardada, em suas versões e na página pública.'],
			['Números sem cookies', 'Veja em qual passo as pessoas saem, e em que clicam no fim.'],
			['Leads com consentimento', 'Um formulário antes do primeiro passo, com o texto de consentimento como foi mostrado.'],
			['Um tour, dez formatos', 'MP4, WebP, GIF, PDF, Markdown, HTML, SCORM, SRT, VTT, e um pacote com tudo.'],
		],
	},
	people: {
		title: 'Comece com uma linha',
		marketing: {
			name: 'Para marketing',
			text: 'Seis capturas viram um tour em um minuto. Solte-as no editor, desenhe em volta do que importa, publique.',
		},
		developers: {
			name: 'Para quem desenvolve',
			text: 'Uma pasta de capturas no seu repositório é um tour. Um comando o publica, e de novo a cada versão.',
			reference: 'Referência da API',
		},
		operators: {
			name: 'Para quem opera',
			text: 'Um comando sobe API, workers, banco de dados e filas na sua própria máquina. Métricas, alertas e backups estão incluídos.',
			queues: 'Filas',
		},
	},
	agents: {
		title: 'Seu agente também cria tours',
		text: 'Adicione este endereço MCP ao Claude, ChatGPT, Cursor ou VS Code. Você entra pelo navegador e escolhe o que ele pode fazer.',
	},
};
