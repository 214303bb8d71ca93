import {inLanguage} from '../messages/index.ts';

const pt = {
	zoom: 'Tamanho na tela',
	fit: 'Ajustar',
	camera: 'Câmera',
	near: 'Aproximação',
	auto: (times: string) => `Automática (${times})`,
	none: 'Imagem inteira',
	own: 'Fixa',
	times: 'Quantas vezes maior',
	whole: 'inteira',
	needsMark: 'A câmera se aproxima do destaque: este passo não tem um.',
	hint: 'O passo começa com a imagem inteira e se aproxima. A pré-visualização mostra como.',
	keys: [
		['P', 'Pré-visualizar'],
		['0, +, −', 'Ajustar, aumentar, diminuir o palco'],
	] as Array<[string, string]>,
};

/** How near a step is seen: by its author on the stage, and by visitors. */
export const viewWords = inLanguage({
	pt,
	en: {
		zoom: 'Size on the screen',
		fit: 'Fit',
		camera: 'Camera',
		near: 'How near',
		auto: times => `Automatic (${times})`,
		none: 'Whole picture',
		own: 'Fixed',
		times: 'How many times larger',
		whole: 'whole',
		needsMark: 'The camera comes near to the highlight: this step has none.',
		hint: 'The step begins with the whole picture and comes near. The preview shows it.',
		keys: [
			['P', 'Preview'],
			['0, +, −', 'Fit the stage, larger, smaller'],
		],
	},
	es: {
		zoom: 'Tamaño en pantalla',
		fit: 'Ajustar',
		camera: 'Cámara',
		near: 'Acercamiento',
		auto: times => `Automático (${times})`,
		none: 'Imagen entera',
		own: 'Fijo',
		times: 'Cuántas veces más grande',
		whole: 'entera',
		needsMark: 'La cámara se acerca al destacado: este paso no tiene uno.',
		hint: 'El paso empieza con la imagen entera y se acerca. La vista previa lo muestra.',
		keys: [
			['P', 'Vista previa'],
			['0, +, −', 'Ajustar, ampliar, reducir el escenario'],
		],
	},
});
