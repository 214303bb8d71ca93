import {ApiError, createClient} from '../../client/index.ts';
import {LIMITS} from '../../shared/contract/limits.ts';
import {inLanguage, m} from '../messages/index.ts';
import {say} from '../shell/toast.tsx';
import {making} from './create-tour.ts';

const pt = {
	sending: 'Enviando o pacote…',
	making: (percent: number) => `Criando o tour: ${percent} %`,
	noBundle: (name: string, place: string) => `${name}: não é um pacote de tour que se possa abrir${place}`,
	tooLarge: (name: string) => `${name}: maior que ${LIMITS.bundleBytes / 2 ** 20} MB`,
	voices: 'As narrações vieram junto; a voz delas não existe aqui, e as próximas terão a voz padrão.',
};
const en: typeof pt = {
	sending: 'Sending the bundle…',
	making: percent => `Making the tour: ${percent} %`,
	noBundle: (name, place) => `${name}: not a bundle of a tour that can be opened${place}`,
	tooLarge: name => `${name}: larger than ${LIMITS.bundleBytes / 2 ** 20} MB`,
	voices: 'The narrations came along; their voice does not exist here, and the next ones take the default voice.',
};
const es: typeof pt = {
	sending: 'Enviando el paquete…',
	making: percent => `Creando el tour: ${percent} %`,
	noBundle: (name, place) => `${name}: no es un paquete de tour que se pueda abrir${place}`,
	tooLarge: name => `${name}: mayor que ${LIMITS.bundleBytes / 2 ** 20} MB`,
	voices: 'Las narraciones vinieron también; su voz no existe aquí, y las próximas tendrán la voz predeterminada.',
};
const words = inLanguage({pt, en, es});

/** Unlike the editor's own, it goes on after a response that was lost: what it waits for may take minutes. */
const client = createClient({baseUrl: location.origin, prefix: '/app/v1'});

/** Makes a tour out of a bundle and returns its id; null where it cannot be opened, which is said. */
export async function importBundle(file: File): Promise<string | null> {
	if (file.size > LIMITS.bundleBytes) {
		say(words.tooLarge(file.name));
		return null;
	}
	making.value = words.sending;
	try {
		const {tour, warnings} = await client.importTour(file, {
			progress: fraction => {
				making.value = words.making(Math.round(100 * fraction));
			},
		});
		if (warnings.some(({field}) => field.startsWith('voices.'))) say(words.voices);
		return tour.id;
	} catch (error) {
		say(whyNot(error, file));
		return null;
	} finally {
		making.value = null;
	}
}

function whyNot(error: unknown, {name}: File): string {
	if (!(error instanceof ApiError)) return m.offline;
	const [fault] = error.errors;
	if (!fault) return error.message;
	return words.noBundle(name, fault.field === 'bundle' ? '' : ` (${fault.field})`);
}
