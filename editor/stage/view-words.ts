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
		['0, +, −', 'Ajustar à janela, aumentar, diminuir'],
	] as Array<[string, string]>,
};

/** Words for the size of a step: for its author on the stage, and for visitors. */
export const viewWords = inLanguage({
	pt,
	en: {
		zoom: 'Size on the screen',
		fit: 'Fit',
		camera: 'Camera',
		near: 'Zoom',
		auto: times => `Automatic (${times})`,
		none: 'Whole picture',
		own: 'Fixed',
		times: 'Zoom factor',
		whole: 'whole',
		needsMark: 'The camera zooms in on the highlight, and this step has none.',
		hint: 'The step begins with the whole picture and zooms in. The preview shows it.',
		keys: [
			['P', 'Preview'],
			['0, +, −', 'Fit to the window, zoom in, zoom out'],
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
		needsMark: 'La cámara se acerca al resaltado: este paso no tiene uno.',
		hint: 'El paso empieza con la imagen entera y se acerca. La vista previa lo muestra.',
		keys: [
			['P', 'Vista previa'],
			['0, +, −', 'Ajustar a la ventana, ampliar, reducir'],
		],
	},
});
