import {readFile} from 'node:fs/promises';
import {parse} from 'yaml';
import type {PageLanguage} from '../../shared/contract/page-language.ts';

/** The tour at the root that lets its visitors choose: docs/examples/choose-your-way in our languages. */

const FOLDER = new URL('../../docs/examples/choose-your-way/', import.meta.url);

type Button = {label: string};
type Step = {key: string; title: string; image?: string; actions?: {buttons?: Button[]; hotspots?: Button[]}};
type Folder = {name: string; chapters: Array<{title: string}>; steps: Step[]; endCta: {title: string; text: string; link: {label: string}}};

/** Title, text and alternative text of a step, and the labels of its buttons and hotspots. */
type Said = {title: string; text?: string; alt?: string; labels?: string[]};
type Translation = {name: string; chapters: string[]; steps: Record<string, Said>; end: {title: string; text: string; label: string}};

const TRANSLATIONS: Partial<Record<PageLanguage, Translation>> = {
	'pt-BR': {
		name: 'O que o Node-RED pode fazer por você?',
		chapters: ['Montar um fluxo', 'Executar um fluxo'],
		steps: {
			ask: {
				title: 'O que você quer ver?',
				text: 'Cada resposta leva um minuto. Você pode voltar e escolher de novo.',
				labels: ['Montar um fluxo', 'Executar um fluxo', 'Ler a documentação'],
			},
			wire: {
				title: 'Ligue dois nós',
				text: 'Arraste do quadradinho à direita de um nó até o da esquerda do outro. As mensagens passam por esse fio.',
				alt: 'Um nó inject e um nó debug lado a lado no canvas, ainda sem ligação.',
			},
			payload: {
				title: 'Escolha o que enviar',
				text: 'O payload é o conteúdo da mensagem. Abra a lista de tipos para escolher outro.',
				alt: 'A janela Edit inject node. Na primeira linha, msg.payload está definido como milissegundos desde a época.',
			},
			'and-now': {title: 'Seu fluxo está montado. E agora?', labels: ['Executar', 'Começar de novo', 'Já chega']},
			deploy: {
				title: 'Faça o deploy do fluxo',
				text: 'Deploy envia o fluxo ao servidor e o inicia. O painel à direita mostra o que ele diz.',
				alt: 'O fluxo pronto. Pontos azuis marcam mudanças não salvas e o botão Deploy está vermelho.',
				labels: ['Os nós do fluxo'],
			},
			message: {
				title: 'Aí está',
				text: 'O painel de debug mostra a mensagem com a hora e o nó de onde veio.',
				alt: 'O painel debug messages tem um item: msg.payload, um texto, Hello, world!',
			},
		},
		end: {title: 'Agora é com você', text: 'A documentação continua daqui, passo a passo.', label: 'Abrir a documentação'},
	},
	es: {
		name: '¿Qué puede hacer Node-RED por ti?',
		chapters: ['Crear un flujo', 'Ejecutar un flujo'],
		steps: {
			ask: {
				title: '¿Qué quieres ver?',
				text: 'Cada respuesta dura un minuto. Puedes volver y elegir de nuevo.',
				labels: ['Crear un flujo', 'Ejecutar un flujo', 'Leer la documentación'],
			},
			wire: {
				title: 'Conecta dos nodos',
				text: 'Arrastra desde el cuadradito a la derecha de un nodo hasta el de la izquierda del otro. Los mensajes viajan por este cable.',
				alt: 'Un nodo inject y un nodo debug uno junto al otro, aún sin conectar.',
			},
			payload: {
				title: 'Elige qué enviar',
				text: 'El payload es el contenido del mensaje. Abre la lista de tipos para elegir otro.',
				alt: 'El diálogo Edit inject node. En su primera fila, msg.payload está en milisegundos desde la época.',
			},
			'and-now': {title: 'Tu flujo está listo. ¿Y ahora?', labels: ['Ejecutarlo', 'Empezar de nuevo', 'Con eso basta']},
			deploy: {
				title: 'Despliega el flujo',
				text: 'Deploy lo envía al servidor y lo inicia. El panel de la derecha muestra lo que dice.',
				alt: 'El flujo terminado. Unos puntos azules marcan cambios sin guardar y el botón Deploy está en rojo.',
				labels: ['Los nodos del flujo'],
			},
			message: {
				title: 'Ahí está',
				text: 'El panel de depuración muestra el mensaje con la hora y el nodo del que vino.',
				alt: 'El panel debug messages muestra una entrada: msg.payload, un texto, Hello, world!',
			},
		},
		end: {title: 'Ahora hazlo tuyo', text: 'La documentación sigue desde aquí, paso a paso.', label: 'Abrir la documentación'},
	},
};

/** Returns the document of that tour in a language; `mediaOf` stores a picture of the folder and returns its id. */
export async function choicesDocument(language: PageLanguage, mediaOf: (png: Buffer) => Promise<string>) {
	const {
		key: _key,
		name,
		chapters,
		steps,
		endCta,
		...more
	} = parse(await readFile(new URL('tour.yaml', FOLDER), 'utf8')) as Folder & {key: string};
	const said = TRANSLATIONS[language];
	return {
		...more,
		name: said?.name ?? name,
		language,
		theme: {preset: 'corporate-blue', font: 'inter'},
		chapters: chapters.map((chapter, index) => ({...chapter, title: said?.chapters[index] ?? chapter.title})),
		steps: await Promise.all(
			steps.map(async ({image, ...step}) => ({
				...translated(step, said?.steps[step.key]),
				...(image && {image: {mediaId: await mediaOf(await readFile(new URL(image, FOLDER)))}}),
			})),
		),
		endCta: said ? {...endCta, title: said.end.title, text: said.end.text, link: {...endCta.link, label: said.end.label}} : endCta,
	};
}

function translated({actions, ...step}: Step, said?: Said): Step {
	const {labels = [], ...words} = said ?? {};
	const named = (of?: Button[]) => of?.map((one, index) => ({...one, label: labels[index] ?? one.label}));
	const {buttons, hotspots} = actions ?? {};
	return {
		...step,
		...words,
		...(actions && {actions: {...actions, ...(buttons && {buttons: named(buttons)}), ...(hotspots && {hotspots: named(hotspots)})}}),
	};
}
