import type * as en from '../../en/editor/publish.ts';
import {counted} from '../../messages.ts';

export const words: typeof en.words = {
	title: 'Publicar',
	again: 'Publicar los cambios',
	checks: 'Antes de publicar',
	good: 'Todo bien',
	noSteps: 'El tour todavía no tiene pasos',
	emptyCard: 'La tarjeta final está vacía',
	emptyForm: 'El formulario no pide nada',
	weight: 'Peso',
	of: (used, limit) => `${used} de ${limit}`,
	measuring: 'Calculando el peso…',
	tooLarge: 'El tour pasa de 12 MB. Imágenes más pequeñas o menos pasos ayudan.',
	button: 'Publicar ahora',
	publishing: 'Publicando…',
	failed: 'No se pudo publicar.',
	done: 'Está en línea',
	upToDate: 'La página muestra la última versión.',
	link: 'Enlace',
	embed: 'Código para incrustar',
	open: 'Abrir la página',
	preview: 'Enlace de vista previa, vale 7 días',
	unpublish: 'Retirar',
	unpublishAsk: '¿Retirar este tour?',
	unpublishHint: 'Quien abra el enlace verá que ya no existe. Publicar de nuevo trae el mismo enlace.',
	unpublished: 'El tour se retiró',
	lacks: {
		noPicture: count => (count === 1 ? 'Falta una imagen' : `${count} pasos sin imagen`),
		noAlt: count => (count === 1 ? 'Una imagen sin texto alternativo' : `${count} imágenes sin texto alternativo`),
		noWords: count => (count === 1 ? 'Un globo está vacío' : `${count} globos están vacíos`),
		emptySlide: count => (count === 1 ? 'Una diapositiva está vacía' : `${count} diapositivas están vacías`),
		stale: count => (count === 1 ? 'Una narración es más antigua que su texto' : `${count} narraciones son más antiguas que su texto`),
		noTarget: count =>
			count === 1
				? 'Un botón o punto activo todavía no lleva a ningún sitio'
				: `${count} pasos tienen botones o puntos activos que todavía no llevan a ningún sitio`,
		notRedacted: count =>
			count === 1
				? 'Hay zonas dibujadas en una imagen que aún no se han ocultado'
				: `Hay zonas dibujadas en ${count} imágenes que aún no se han ocultado`,
	},
	step: number => `Paso ${number}`,
	writeAlts: 'Escribirlos',
	alts: 'Textos alternativos',
	altsHint: 'Lo que muestra cada imagen, para quien no la ve.',
	altOf: number => `Texto alternativo del paso ${number}`,
	decorativeOf: number => `La imagen del paso ${number} es solo decoración`,
	decorative: 'Solo decoración',
	altsDone: 'Listo',
	takeAlong: 'Exportar como video, GIF, PDF o archivo…',
	since: date => `Desde el ${date}:`,
	changed: count => counted(count, 'paso cambiado', 'pasos cambiados'),
	added: count => counted(count, 'nuevo', 'nuevos'),
	removed: count => counted(count, 'eliminado', 'eliminados'),
	moved: count => counted(count, 'movido', 'movidos'),
	parts: {
		name: 'nombre',
		language: 'idioma',
		voices: 'voces',
		theme: 'tema',
		leadCapture: 'formulario',
		endCta: 'tarjeta final',
		pictures: 'imágenes',
		unknown: 'cambios anteriores',
	},
};
