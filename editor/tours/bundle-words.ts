import {LIMITS} from '../../shared/contract/limits.ts';
import {inLanguage} from '../messages/index.ts';

const pt = {
	sending: 'Enviando o pacote…',
	making: (percent: number) => `Criando o tour: ${percent} %`,
	noBundle: (name: string, place: string) => `${name}: não é um pacote de tour que se possa abrir${place}`,
	tooLarge: (name: string) => `${name}: maior que ${LIMITS.bundleBytes / 2 ** 20} MB`,
	voices: 'As narrações foram importadas; a voz delas não existe aqui, e as próximas terão a voz padrão.',
};
const en: typeof pt = {
	sending: 'Sending the bundle…',
	making: percent => `Creating the tour: ${percent} %`,
	noBundle: (name, place) => `${name}: not a tour bundle that can be opened${place}`,
	tooLarge: name => `${name}: larger than ${LIMITS.bundleBytes / 2 ** 20} MB`,
	voices: 'The narrations were imported; their voice does not exist here, and new ones use the default voice.',
};
const es: typeof pt = {
	sending: 'Enviando el paquete…',
	making: percent => `Creando el tour: ${percent} %`,
	noBundle: (name, place) => `${name}: no es un paquete de tour que se pueda abrir${place}`,
	tooLarge: name => `${name}: mayor que ${LIMITS.bundleBytes / 2 ** 20} MB`,
	voices: 'Las narraciones se importaron; su voz no existe aquí, y las próximas tendrán la voz predeterminada.',
};
/** Texts of the dialog that opens a bundle. */
export const words = inLanguage({pt, en, es});
