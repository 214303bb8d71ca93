const en = {
	ready: 'Click through what you want to show. A picture is taken before each click, and stays in this browser until you save or send it.',
	start: 'Start recording',
	recording: 'Recording',
	steps: (count: number) => (count === 1 ? '1 step' : `${count} steps`),
	goOn: 'Go on in the page. Passwords, cards and codes are covered.',
	stop: 'Stop',
	name: 'Name of the tour',
	save: 'Save as a folder (zip)',
	saved: 'Saved. "roteiro import FILE" unpacks it, "roteiro publish" makes a link of it.',
	send: 'Send to a service',
	service: 'Service',
	key: 'API key',
	sendNow: 'Send',
	sending: 'Sending…',
	sent: 'It is there as a draft.',
	open: 'Open it',
	discard: 'Discard',
	sure: 'Discard it for good?',
	nothing: 'Nothing was recorded.',
	missed: (count: number) => `${count} could not be pictured: the tab was not in front.`,
	notHere: 'This page cannot be recorded. Open your application, at http or https.',
	notAllowed: 'Without this permission no picture can be taken.',
	failed: 'That did not work:',
};
export type Words = typeof en;

const es: Words = {
	ready:
		'Haz clic por lo que quieras mostrar. Antes de cada clic se toma una imagen, que queda en este navegador hasta que la guardes o la envíes.',
	start: 'Empezar a grabar',
	recording: 'Grabando',
	steps: count => (count === 1 ? '1 paso' : `${count} pasos`),
	goOn: 'Sigue en la página. Las contraseñas, tarjetas y códigos se tapan.',
	stop: 'Detener',
	name: 'Nombre del recorrido',
	save: 'Guardar como carpeta (zip)',
	saved: 'Guardado. «roteiro import ARCHIVO» lo desempaqueta y «roteiro publish» hace de él un enlace.',
	send: 'Enviar a un servicio',
	service: 'Servicio',
	key: 'Clave de API',
	sendNow: 'Enviar',
	sending: 'Enviando…',
	sent: 'Ya está allí, como borrador.',
	open: 'Abrirlo',
	discard: 'Descartar',
	sure: '¿Descartarlo para siempre?',
	nothing: 'No se grabó nada.',
	missed: count => `De ${count} no hubo imagen: la pestaña no estaba delante.`,
	notHere: 'Esta página no se puede grabar. Abre tu aplicación, en http o https.',
	notAllowed: 'Sin este permiso no se puede tomar ninguna imagen.',
	failed: 'No funcionó:',
};

const pt: Words = {
	ready: 'Clique pelo que quer mostrar. Antes de cada clique é feita uma imagem, que fica neste navegador até você salvar ou enviar.',
	start: 'Começar a gravar',
	recording: 'Gravando',
	steps: count => (count === 1 ? '1 passo' : `${count} passos`),
	goOn: 'Continue na página. Senhas, cartões e códigos são cobertos.',
	stop: 'Parar',
	name: 'Nome do roteiro',
	save: 'Salvar como pasta (zip)',
	saved: 'Salvo. "roteiro import ARQUIVO" descompacta, "roteiro publish" faz dele um link.',
	send: 'Enviar a um serviço',
	service: 'Serviço',
	key: 'Chave de API',
	sendNow: 'Enviar',
	sending: 'Enviando…',
	sent: 'Já está lá, como rascunho.',
	open: 'Abrir',
	discard: 'Descartar',
	sure: 'Descartar de vez?',
	nothing: 'Nada foi gravado.',
	missed: count => `De ${count} não houve imagem: a aba não estava na frente.`,
	notHere: 'Esta página não pode ser gravada. Abra a sua aplicação, em http ou https.',
	notAllowed: 'Sem esta permissão não é possível fazer imagens.',
	failed: 'Não funcionou:',
};

/** The words of the popup in the language of the browser; English where that is none of ours. */
export function wordsFor(language: string): {words: Words; code: 'en' | 'es' | 'pt'} {
	const code = language.slice(0, 2).toLowerCase();
	if (code === 'pt') return {words: pt, code};
	return code === 'es' ? {words: es, code} : {words: en, code: 'en'};
}
