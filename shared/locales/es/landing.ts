import type {Messages} from '../messages.ts';

export const landing: Messages['landing'] = {
	title: 'Tours interactivos a partir de capturas de pantalla',
	description:
		'Convierte capturas de pantalla en tours paso a paso con un enlace permanente, a mano o con un agente. Código abierto, en tu servidor.',
	headline: 'Muestra el clic, no el manual',
	lead: 'Convierte capturas de pantalla en un tour que la gente recorre haciendo clic, con cámara, voz y tus colores. Toma minutos, y el enlace nunca cambia.',
	signIn: 'Entrar',
	start: 'Crear el primer tour',
	signUp: 'Crear una cuenta',
	editor: 'Abrir el editor',
	tour: 'Un tour de Roteiro, hecho con Roteiro: cómo se crea un tour',
	tryIt: 'Este es un tour de verdad. Recórrelo haciendo clic, o presiona Escuchar.',
	navigation: 'Principal',
	languages: 'Idioma',
	facts: ['Código abierto, en tu servidor', 'Sin cookies ni otros servidores', 'Menos de 5 KB de script por tour'],
	choose: {
		title: 'Deja que elijan',
		text: 'Pregunta qué quieren ver, y cada respuesta lleva a su parte. Botones, zonas y capítulos, y un mapa que muestra adónde llevan.',
		tour: 'Un tour que pregunta qué quieres ver',
	},
	features: {
		title: 'Todo lo que necesita una buena demostración',
		list: [
			['Una cámara que encuentra el clic', 'Cada paso se acerca a lo que importa, también en el teléfono.'],
			['Una voz en cada idioma', 'Narración con subtítulos, sin internet o con el proveedor que elijas.'],
			['Nombres que desaparecen', 'Ocultar cambia los píxeles en la imagen guardada, en sus versiones y en la página pública.'],
			['Números sin cookies', 'Mira en qué paso se va la gente, y en qué hace clic al final.'],
			['Leads con consentimiento', 'Un formulario antes del primer paso, con el texto de consentimiento tal como se mostró.'],
			['Un tour, diez formatos', 'MP4, WebP, GIF, PDF, Markdown, HTML, SCORM, SRT, VTT, y un paquete con todo.'],
		],
	},
	people: {
		title: 'Empieza con una línea',
		marketing: {
			name: 'Para marketing',
			text: 'Seis capturas se convierten en un tour en un minuto. Suéltalas en el editor, dibuja alrededor de lo que importa, publica.',
		},
		developers: {
			name: 'Para quien desarrolla',
			text: 'Una carpeta de capturas en tu repositorio es un tour. Un comando lo publica, y otra vez con cada versión.',
			reference: 'Referencia de la API',
		},
		operators: {
			name: 'Para quien opera',
			text: 'Un comando levanta la API, los workers, la base de datos y las colas en tu propia máquina. Métricas, alertas y copias de seguridad están incluidas.',
			queues: 'Colas',
		},
	},
	agents: {
		title: 'Tu agente también crea tours',
		text: 'Agrega esta dirección MCP a Claude, ChatGPT, Cursor o VS Code. Inicias sesión en el navegador y eliges lo que puede hacer.',
	},
};
