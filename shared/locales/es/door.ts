import type {Messages} from '../messages.ts';

/** The page at the root for whoever is not signed in. */
export const door: Messages['door'] = {
	title: 'Tours interactivos a partir de capturas de pantalla',
	description:
		'Convierta capturas de pantalla en tours paso a paso con un enlace permanente, a mano o con un agente. Abierto y en su servidor.',
	headline: 'Muestre el clic, no el manual',
	lead: 'Suelte las capturas, marque lo que importa, publique. Quien visita recorre su producto haciendo clic, en un enlace que no cambia.',
	signIn: 'Entrar',
	start: 'Crear el primer tour',
	signUp: 'Crear una cuenta',
	tour: 'Un tour de Roteiro, hecho con Roteiro: cómo se crea un tour',
	navigation: 'Principal',
	languages: 'Idioma',
	forWhom: 'Quién trabaja con él',
	people: [
		{
			name: 'Marketing y ventas',
			text: 'Seis capturas son un tour un minuto después: con sus colores, listo para incrustar, con un formulario donde lo quiera. El embudo muestra en qué paso se va la gente.',
		},
		{
			name: 'Soporte y documentación',
			text: 'Guías que se leen sin script, con el teclado y en voz alta, en cada idioma en que escriba. El nombre de un cliente desaparece de los píxeles para siempre.',
		},
		{
			name: 'Ingeniería y sus agentes',
			text: 'Todo lo que hace el editor lo hace también una API. Claude, ChatGPT y otros trabajan en el mismo tour por MCP, y nadie sobrescribe a nadie.',
		},
	],
	facts: ['En su servidor, código abierto', 'Sin cookies ni otros servidores para quien visita', 'Menos de 5 KB de script en un tour'],
	agents: 'Conectar un agente',
	agentsText: 'Añada esta dirección MCP a Claude, ChatGPT, Cursor o VS Code. El acceso se confirma en el navegador.',
	folder: 'O empiece con una carpeta de capturas',
	developers: 'Para quien desarrolla y opera',
	links: {
		reference: ['Referencia de la API', 'Cada operación con sus campos, límites y una llamada para pegar.'],
		openapi: ['openapi.json', 'Lo mismo en OpenAPI 3.1, para generadores y agentes.'],
		queues: ['Colas', 'El trabajo en segundo plano; pide la contraseña de quien opera.'],
	},
};
